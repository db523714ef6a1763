package io.latchkey.faults;

import io.latchkey.Lease;
import io.latchkey.Locks;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A kind of lock that is held: how one takes it, how another asks for it meanwhile, and how its keys end. */
enum LeasedKind {
    /** Two of one slot, taken by one request; its keys are those of the first. */
    MULTI("", ":line", (locks, name, wait) -> locks.multi(locks.reentrant(name), locks.reentrant(name + " too"))
            .acquireAsync(wait)),
    REENTRANT("", ":line", (locks, name, wait) -> locks.reentrant(name).acquireAsync(wait)),
    FAIR(":fair", ":fair:line", (locks, name, wait) -> locks.fair(name).acquireAsync(wait)),
    READ(
            ":read",
            ":rw:line",
            (locks, name, wait) -> locks.readWrite(name).readLock().acquireAsync(wait),
            (locks, name, wait) -> locks.readWrite(name).writeLock().acquireAsync(wait)),
    WRITE(
            ":write",
            ":rw:line",
            (locks, name, wait) -> locks.readWrite(name).writeLock().acquireAsync(wait),
            (locks, name, wait) -> locks.readWrite(name).readLock().acquireAsync(wait)),
    PERMIT(":permits", ":permits:line", (locks, name, wait) -> locks.semaphore(name, 1)
            .acquireAsync(wait));

    /** Asks for a lock. */
    private interface Taking {

        CompletableFuture<Lease> take(Locks locks, String name, Duration wait);
    }

    private final String lock;
    private final String line;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Taking holder;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Taking rival;

    LeasedKind(String lock, String line, Taking anybody) {
        this(lock, line, anybody, anybody);
    }

    LeasedKind(String lock, String line, Taking holder, Taking rival) {
        this.lock = lock;
        this.line = line;
        this.holder = holder;
        this.rival = rival;
    }

    /** The name of its lock among those of one of each kind, which a cluster keeps in the slot of the name they share. */
    String nameAmong(String shared) {
        return shared + "} " + this;
    }

    CompletableFuture<Lease> hold(LockProcess process, String shared, Duration wait) {
        return holder.take(process.locks(), nameAmong(shared), wait);
    }

    /** Asks for what cannot be had while {@link #hold} lasts. */
    CompletableFuture<Lease> rival(LockProcess process, String shared, Duration wait) {
        return rival.take(process.locks(), nameAmong(shared), wait);
    }

    String lockKey(String shared) {
        return Rig.lockKey(nameAmong(shared)) + lock;
    }

    String lineKey(String shared) {
        return Rig.lockKey(nameAmong(shared)) + line;
    }
}
