package io.latchkey.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What this process holds of one lock: one lease at most, or several where the kind allows it. Guarded by its slot. */
final class Holding {

    private final List<HeldLease> leases = new ArrayList<>(1);

    void add(HeldLease lease) {
        leases.add(lease);
    }

    /** Ends a lease here; false when it was not, or no longer, held. */
    boolean remove(HeldLease lease) {
        return leases.remove(lease);
    }

    boolean has(HeldLease lease) {
        return leases.contains(lease);
    }

    boolean isEmpty() {
        return leases.isEmpty();
    }

    /** Any of the leases, for who asks who holds the lock. */
    @Nullable
    HeldLease any() {
        return leases.isEmpty() ? null : leases.get(0);
    }

    /** The lease that a run is held for now. */
    @Nullable
    HeldLease of(Run run) {
        for (HeldLease lease : leases) {
            if (lease.run == run) {
                return lease;
            }
        }
        return null;
    }

    /** Leases that may be ended while they are gone through. */
    void forEach(Consumer<HeldLease> action) {
        all().forEach(action);
    }

    List<HeldLease> all() {
        return List.copyOf(leases);
    }

    boolean anyExpired(long now) {
        for (int i = 0; i < leases.size(); i++) {
            if (now >= leases.get(i).expiresAt()) {
                return true;
            }
        }
        return false;
    }

    /** When the first of them ends or is to be renewed. */
    long due() {
        long due = Times.NEVER;
        for (int i = 0; i < leases.size(); i++) {
            HeldLease lease = leases.get(i);
            due = Math.min(due, lease.expiresAt());
            if (lease.renewed()) {
                due = Math.min(due, lease.run.renewAt());
            }
        }
        return due;
    }
}
