package io.latchkey.engine;

import org.jspecify.annotations.Nullable;

/** One thread's hold on a lock: its lease, and how often it has entered. Only that thread uses it. */
final class ThreadHold {

    private static final int NONE = Integer.MAX_VALUE;

    final HeldLease lease;
    private final @Nullable ThreadHold lost;
    private int count = 1;
    /** The outermost entry that wants renewal: the lease is renewed for as long as the thread is that deep inside. */
    private int renewedFrom;

    /**
     * @param lost the thread's earlier hold, which ended under it; its unlocks are still to come and must hear of it
     */
    ThreadHold(HeldLease lease, @Nullable ThreadHold lost) {
        this.lease = lease;
        this.lost = lost == null || lost.isReleased() ? null : lost;
        this.renewedFrom = lease.renewed() ? 1 : NONE;
    }

    /** Enters again, with a longer lease if that is asked for; false when the lease has ended. */
    boolean enter(LockRequest request, LockEngine engine) {
        if (!lease.isValid()) {
            return false;
        }
        if (request.renewed()) {
            if (!lease.renewed() && !renewFromHere(request, engine)) {
                return false;
            }
        } else if (request.leaseNanos() > lease.remainingNanos()
                && !engine.extend(
                        lease, request.leaseNanos(), Times.patience(request.waitNanos(), engine.commandTimeout))) {
            return false;
        }
        count++;
        return true;
    }

    private boolean renewFromHere(LockRequest request, LockEngine engine) {
        if (!engine.extend(lease, engine.leaseTime, Times.patience(request.waitNanos(), engine.commandTimeout))) {
            return false;
        }
        renewedFrom = count + 1;
        lease.slot.renew(lease, true);
        return true;
    }

    /**
     * Leaves a nested entry; false when this is the outermost one, or somebody released the lease and there is none any more.
     *
     * @throws io.latchkey.LeaseLostException when the lease was lost; the entry is left all the same
     */
    boolean leaveNested() {
        if (count == 1 || isReleased()) {
            return false;
        }
        if (!lease.isValid()) {
            count--;
            throw lease.lossException();
        }
        if (count-- == renewedFrom) {
            renewedFrom = NONE;
            lease.slot.renew(lease, false);
        }
        return true;
    }

    private boolean isReleased() {
        return lease.state() == LeaseState.RELEASED;
    }

    int count() {
        return lease.isValid() ? count : 0;
    }

    @Nullable
    ThreadHold lostBefore() {
        return lost;
    }
}
