package io.latchkey.spring.actuate;

import static java.util.Objects.requireNonNull;

import io.latchkey.LockOverview;
import io.latchkey.LockOverview.Holder;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Finds locks by their names in all {@code Locks} of the application, those of another make included. */
final class LockLookup {

    private static final Map<String, BiFunction<Locks, String, NamedLock>> KINDS = new LinkedHashMap<>();

    static {
        KINDS.put("reentrant", Locks::reentrant);
        KINDS.put("fair", Locks::fair);
        KINDS.put("read", (locks, name) -> locks.readWrite(name).readLock());
        KINDS.put("red", Locks::red);
        KINDS.put("write", (locks, name) -> locks.readWrite(name).writeLock());
    }

    private final Supplier<List<Locks>> locks;

    LockLookup(Supplier<List<Locks>> locks) {
        this.locks = locks;
    }

    /** Those that can tell what they hold. */
    List<LockOverview> overviews() {
        return locks.get().stream()
                .filter(LockOverview.class::isInstance)
                .map(LockOverview.class::cast)
                .toList();
    }

    /** Who holds a lock of that name, wherever it is. */
    List<Holder> holders(String name) {
        List<Holder> holders = new ArrayList<>();
        for (Locks each : locks.get()) {
            if (each instanceof LockOverview overview) {
                holders.addAll(overview.holders(name));
            } else {
                KINDS.keySet().forEach(kind -> holder(each, kind, name).ifPresent(holders::add));
            }
        }
        return holders;
    }

    private static Optional<Holder> holder(Locks locks, String kind, String name) {
        return lock(locks, kind, name)
                .flatMap(lock -> lock.holder().map(owner -> new Holder(kind, owner, lock.remainingLease())));
    }

    /** Opens the lock in all of them, of every kind that can be opened; the answer is who held it. */
    List<Holder> forceUnlock(String name) {
        List<Holder> held = holders(name).stream()
                .filter(holder -> KINDS.containsKey(holder.kind()))
                .toList();
        held.stream().map(Holder::kind).distinct().forEach(kind -> locks.get()
                .forEach(each -> lock(each, kind, name).ifPresent(NamedLock::forceUnlock)));
        return held;
    }

    /** Empty where the application has no locks of that kind: red ones need servers of their own. */
    private static Optional<NamedLock> lock(Locks locks, String kind, String name) {
        try {
            return Optional.of(requireNonNull(KINDS.get(kind), kind).apply(locks, name));
        } catch (IllegalStateException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }
}
