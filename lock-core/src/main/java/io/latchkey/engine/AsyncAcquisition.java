package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.LockException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/** A wait for a lock that keeps no thread: a timer ends it, or whoever holds its future. */
final class AsyncAcquisition {

    private final LockEngine engine;
    private final Waiter waiter;
    private final CompletableFuture<Lease> future = new CompletableFuture<>();
    private volatile @Nullable ScheduledFuture<?> timer;

    private AsyncAcquisition(LockEngine engine, LockRequest request) {
        this.engine = engine;
        this.waiter = new Waiter(request, engine, () -> engine.threads.callback(this::settled));
    }

    static CompletableFuture<Lease> start(LockEngine engine, LockRequest request) {
        AsyncAcquisition acquisition = new AsyncAcquisition(engine, request);
        Slot slot = engine.calls.join(acquisition.waiter);
        acquisition.setTimer(slot, acquisition.waiter.patientUntil());
        acquisition.future.whenComplete((lease, failure) -> acquisition.ended(slot));
        return acquisition.future;
    }

    private void setTimer(Slot slot, long at) {
        if (at != Times.NEVER && waiter.isWaiting()) {
            timer = engine.threads.later(at - engine.now(), () -> timeUp(slot));
        }
    }

    private void timeUp(Slot slot) {
        long again = slot.timeUp(waiter);
        setTimer(slot, again);
    }

    private void settled() {
        try {
            HeldLease lease = engine.calls.outcome(waiter);
            if (lease == null) {
                future.completeExceptionally(Failures.busy(waiter));
            } else if (!future.complete(lease)) {
                lease.releaseAsync();
            }
        } catch (LockException e) {
            future.completeExceptionally(e);
        }
    }

    /** The future is done: by us, or by a caller who wants the lock no more. */
    private void ended(Slot slot) {
        if (slot.cancel(waiter)) {
            engine.calls.answered(waiter);
        }
        ScheduledFuture<?> pending = timer;
        if (pending != null) {
            pending.cancel(false);
        }
    }
}
