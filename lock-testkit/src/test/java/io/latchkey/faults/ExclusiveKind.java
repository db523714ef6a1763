package io.latchkey.faults;

import io.latchkey.Locks;
import io.latchkey.NamedLock;
import java.util.function.BiFunction;

/** A kind of lock that one at a time holds: how it is had, and how its keys end. */
enum ExclusiveKind {
    REENTRANT("", ":line", Locks::reentrant),
    FAIR(":fair", ":fair:line", Locks::fair),
    WRITE(":write", ":rw:line", (locks, name) -> locks.readWrite(name).writeLock());

    private final String lock;
    private final String line;

    @SuppressWarnings("ImmutableEnumChecker") // references to methods, without state
    private final BiFunction<Locks, String, NamedLock> named;

    ExclusiveKind(String lock, String line, BiFunction<Locks, String, NamedLock> named) {
        this.lock = lock;
        this.line = line;
        this.named = named;
    }

    NamedLock of(Locks locks, String name) {
        return named.apply(locks, name);
    }

    String lock() {
        return lock;
    }

    String line() {
        return line;
    }
}
