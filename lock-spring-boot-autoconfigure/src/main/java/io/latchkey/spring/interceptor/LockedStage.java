package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.LockContext;
import io.latchkey.LockTimeoutException;
import io.latchkey.spring.annotation.OnLost;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The stage that callers of a locked method get. Cancelling it ends the wait for the lock, or cancels the stage of the
 * body; either way the lock is given back.
 */
final class LockedStage {

    private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    private final LockCall call;

    LockedStage(LockCall call) {
        this.call = call;
    }

    CompletableFuture<?> future() {
        return result;
    }

    /**
     * Waits for the lock.
     *
     * @param executor where the body runs; not on the thread that brings the lock, which others need too
     */
    void begin(CompletableFuture<Lease> acquisition, Executor executor) {
        cancelWithResult(acquisition);
        acquisition.whenComplete((lease, failure) -> {
            try {
                executor.execute(() -> settled(lease, unwrapped(failure)));
            } catch (RejectedExecutionException e) {
                if (lease != null) {
                    lease.releaseAsync();
                }
                result.completeExceptionally(e);
            }
        });
    }

    private void settled(@Nullable Lease lease, @Nullable Throwable failure) {
        if (lease != null) {
            granted(lease);
        } else if (failure instanceof LockTimeoutException busy) {
            busy(busy);
        } else {
            complete(null, failure);
        }
    }

    private void granted(Lease lease) {
        CompletableFuture<?> body = result.isDone() ? CompletableFuture.completedFuture(null) : started(lease);
        cancelWithResult(body);
        if (call.operation().onLost() == OnLost.INTERRUPT) {
            lease.onLost(lost -> body.cancel(true));
        }
        body.whenComplete((value, failure) -> lease.releaseAsync()
                .whenComplete((nothing, releaseFailure) -> end(value, unwrapped(failure), unwrapped(releaseFailure))));
    }

    private CompletableFuture<?> started(Lease lease) {
        try (LockContext.Scope scope = LockContext.enter(lease)) {
            return StageCalls.stage(call.proceedElsewhere(lease), call).toCompletableFuture();
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void busy(LockTimeoutException reason) {
        try {
            CompletableFuture<?> instead = StageCalls.busy(call, reason).toCompletableFuture();
            cancelWithResult(instead);
            instead.whenComplete((value, failure) -> complete(value, unwrapped(failure)));
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    private void end(@Nullable Object value, @Nullable Throwable failure, @Nullable Throwable releaseFailure) {
        complete(value, Ending.of(call.operation().onLost(), failure, releaseFailure));
    }

    private void complete(@Nullable Object value, @Nullable Throwable failure) {
        if (failure == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(failure);
        }
    }

    private void cancelWithResult(CompletableFuture<?> other) {
        result.whenComplete((value, failure) -> {
            if (result.isCancelled()) {
                other.cancel(true);
            }
        });
    }

    /** A stage that depends on another wraps its failure, and callers are to see what is inside. */
    private static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
