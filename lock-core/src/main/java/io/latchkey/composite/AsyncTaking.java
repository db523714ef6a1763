package io.latchkey.composite;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes all of several locks or none within one deadline, all at once if they are free, else one after the other; and keeps
 * no thread. What follows from an answer is done by whoever brings it.
 */
final class AsyncTaking {

    private final MultiLock multi;
    private final Deadline deadline;
    private final Care care;
    private final CompletableFuture<Lease> result = new CompletableFuture<>();
    private final List<Lease> taken = new ArrayList<>();
    private @Nullable CompletableFuture<?> underWay;

    private AsyncTaking(MultiLock multi, Deadline deadline, Care care) {
        this.multi = multi;
        this.deadline = deadline;
        this.care = care;
    }

    static CompletableFuture<Lease> start(MultiLock multi, Deadline deadline, Care care) {
        AsyncTaking taking = new AsyncTaking(multi, deadline, care);
        taking.result.whenComplete((lease, failure) -> taking.cancelUnderWay());
        if (!taking.askTogether()) {
            taking.next();
        }
        return taking.result;
    }

    /** Asks for all of them at once; false when they have to be taken one after the other. */
    private boolean askTogether() {
        Joint joint = Joint.of(multi.members());
        Joint.Request request =
                joint == null ? null : joint.reserve(multi.members(), deadline.whole(), care.leaseTime(), false);
        if (request != null) {
            begin(() -> request.sendAsync(deadline.remaining()))
                    .whenComplete((leases, failure) -> answeredTogether(request, leases, failure));
        }
        return request != null;
    }

    private void answeredTogether(Joint.Request request, @Nullable List<Lease> leases, @Nullable Throwable failure) {
        if (leases != null) {
            taken.addAll(leases);
            succeed();
            return;
        }
        if (!result.isDone() && failure != null && deadline.isOver()) {
            fail(causeOf(failure));
        } else if (!result.isDone()) {
            attempt(() -> next(request.first()));
        }
        request.giveUp();
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void next() {
        next(multi.members().get(taken.size()));
    }

    private void next(NamedLock lock) {
        Duration wait = care.wait(deadline, taken);
        Duration leaseTime = care.leaseTime();
        begin(() -> leaseTime == null ? lock.acquireAsync(wait) : lock.acquireAsync(wait, leaseTime))
                .whenComplete((lease, failure) -> attempt(() -> answered(lease, failure)));
    }

    /** Takes a step, unless whoever wanted the locks has gone away. Nobody goes away in the middle of it. */
    private synchronized <T extends @Nullable Object> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> step) {
        if (result.isDone()) {
            return CompletableFuture.failedFuture(new CancellationException());
        }
        CompletableFuture<T> begun = step.get();
        underWay = begun;
        return begun;
    }

    private void answered(@Nullable Lease lease, @Nullable Throwable failure) {
        if (lease != null) {
            taken.add(lease);
        }
        if (result.isDone()) {
            giveBack();
        } else if (failure != null) {
            refused(causeOf(failure));
        } else if (taken.size() < multi.members().size()) {
            next();
        } else {
            keepAliveAnd(this::succeed);
        }
    }

    private void keepAliveAnd(Runnable goOn) {
        care.keepAliveAsync(taken).whenComplete((alive, failure) -> {
            if (failure != null) {
                fail(causeOf(failure));
            } else {
                attempt(alive ? goOn : this::startOver);
            }
        });
    }

    private static Throwable causeOf(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private void refused(Throwable cause) {
        if (!(cause instanceof LockTimeoutException)) {
            fail(cause);
        } else if (deadline.isOver()) {
            fail(multi.busy(deadline, String.valueOf(cause.getMessage())));
        } else {
            keepAliveAnd(this::next);
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
                result.completeExceptionally(MultiLock.tooLate(multi.name()));
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

    /** What comes of it; nothing when nobody has time to wait for that. */
    private CompletableFuture<Void> giveBack() {
        CompletableFuture<Void> released = new MultiLease(multi.name(), taken).releaseAsync();
        return deadline.isMissed() ? CompletableFuture.completedFuture(null) : released;
    }

    private void cancelUnderWay() {
        CompletableFuture<?> begun;
        synchronized (this) {
            begun = underWay;
        }
        if (begun != null) {
            begun.cancel(false);
        }
    }
}
