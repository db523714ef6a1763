package io.latchkey.composite;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Takes all of several locks or none, one after the other, within one deadline, and keeps no thread. One lock is asked for
 * at a time, and what follows from its answer is done by whoever brings it.
 */
final class AsyncTaking {

    private final MultiLock multi;
    private final Deadline deadline;
    private final Care care;
    private final CompletableFuture<Lease> result = new CompletableFuture<>();
    private final List<Lease> taken = new ArrayList<>();
    private volatile @Nullable CompletableFuture<Lease> underWay;

    private AsyncTaking(MultiLock multi, Deadline deadline, Care care) {
        this.multi = multi;
        this.deadline = deadline;
        this.care = care;
    }

    static CompletableFuture<Lease> start(MultiLock multi, Deadline deadline, Care care) {
        AsyncTaking taking = new AsyncTaking(multi, deadline, care);
        taking.result.whenComplete((lease, failure) -> taking.cancelUnderWay());
        taking.next();
        return taking.result;
    }

    private void next() {
        NamedLock lock = multi.members().get(taken.size());
        Duration wait = care.wait(deadline, taken);
        Duration leaseTime = care.leaseTime();
        CompletableFuture<Lease> asked =
                leaseTime == null ? lock.acquireAsync(wait) : lock.acquireAsync(wait, leaseTime);
        underWay = asked;
        if (result.isDone()) {
            asked.cancel(false);
        }
        asked.whenComplete(this::answered);
    }

    private void answered(@Nullable Lease lease, @Nullable Throwable failure) {
        if (lease != null) {
            taken.add(lease);
        }
        try {
            if (result.isDone()) {
                giveBack();
            } else if (failure != null) {
                refused(failure);
            } else if (taken.size() < multi.members().size()) {
                next();
            } else if (care.keepAlive(taken)) {
                succeed();
            } else {
                startOver();
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void refused(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (!(cause instanceof LockTimeoutException)) {
            fail(cause);
        } else if (deadline.isOver()) {
            fail(multi.busy(deadline, String.valueOf(cause.getMessage())));
        } else if (care.keepAlive(taken)) {
            next();
        } else {
            startOver();
        }
    }

    private void succeed() {
        if (!result.complete(new MultiLease(multi.name(), taken))) {
            giveBack();
        }
    }

    /** A lease ended while another lock was waited for. */
    private void startOver() {
        giveBack().whenComplete((nothing, failure) -> {
            taken.clear();
            if (deadline.isOver()) {
                result.completeExceptionally(multi.busy(deadline, "a lease ended before all locks were taken"));
            } else if (!result.isDone()) {
                next();
            }
        });
    }

    private void fail(Throwable failure) {
        giveBack().whenComplete((nothing, alsoFailed) -> {
            if (alsoFailed != null) {
                failure.addSuppressed(alsoFailed);
            }
            result.completeExceptionally(failure);
        });
    }

    private CompletableFuture<Void> giveBack() {
        return new MultiLease(multi.name(), taken).releaseAsync();
    }

    private void cancelUnderWay() {
        CompletableFuture<Lease> asked = underWay;
        if (asked != null) {
            asked.cancel(false);
        }
    }
}
