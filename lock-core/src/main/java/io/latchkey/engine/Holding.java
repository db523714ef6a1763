package io.latchkey.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What this process holds of one lock: one lease at most, or several where the kind allows it. Guarded by its slot.
 *
 * <p>Most locks have one, and a process may hold many locks; so the one needs no list.
 */
final class Holding {

    private @Nullable HeldLease first;
    /** Those beside the first, in order; null when there are none. */
    private @Nullable List<HeldLease> others;

    void add(HeldLease lease) {
        if (first == null) {
            first = lease;
            return;
        }
        if (others == null) {
            others = new ArrayList<>();
        }
        others.add(lease);
    }

    /** Ends a lease here; false when it was not, or no longer, held. */
    boolean remove(HeldLease lease) {
        boolean held = lease == first;
        if (held) {
            first = others == null ? null : others.remove(0);
        } else {
            held = others != null && others.remove(lease);
        }
        if (others != null && others.isEmpty()) {
            others = null;
        }
        return held;
    }

    boolean has(HeldLease lease) {
        return lease == first || (others != null && others.contains(lease));
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Any of the leases, for who asks who holds the lock. */
    @Nullable
    HeldLease any() {
        return first;
    }

    /** The lease that a run is held for now. */
    @Nullable
    HeldLease of(Run run) {
        if (first != null && first.run == run) {
            return first;
        }
        if (others != null) {
            for (HeldLease lease : others) {
                if (lease.run == run) {
                    return lease;
                }
            }
        }
        return null;
    }

    /** Leases that may be ended while they are gone through. */
    void forEach(Consumer<HeldLease> action) {
        if (others != null) {
            all().forEach(action);
        } else if (first != null) {
            action.accept(first);
        }
    }

    List<HeldLease> all() {
        if (first == null) {
            return List.of();
        }
        List<HeldLease> all = new ArrayList<>();
        all.add(first);
        if (others != null) {
            all.addAll(others);
        }
        return all;
    }

    boolean anyExpired(long now) {
        if (first != null && now >= first.expiresAt()) {
            return true;
        }
        if (others != null) {
            for (HeldLease lease : others) {
                if (now >= lease.expiresAt()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** When the first of them ends or is to be renewed. */
    long due() {
        long due = first == null ? Times.NEVER : first.due();
        if (others != null) {
            for (HeldLease lease : others) {
                due = Math.min(due, lease.due());
            }
        }
        return due;
    }
}
