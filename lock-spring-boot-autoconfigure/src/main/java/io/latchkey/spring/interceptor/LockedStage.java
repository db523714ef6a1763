package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.LockContext;
import io.latchkey.LockTimeoutException;
import io.latchkey.spring.annotation.OnLost;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The stage that callers of a locked method get. Cancelling it ends the wait for the lock, or cancels the stage of the
 * body; either way the lock is given back.
 */
final class LockedStage {

    private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    private final LockCall call;
    private final Executor executor;
    private final Runnable body;
    private Runnable next = () -> {};

    /**
     * A stage that is not complete yet, made on the caller's thread: the one that brings the lock knows nothing of it.
     *
     * @param locking says where the body runs, and what callers do with the result; not on the threads that bring and take
     *     the locks, which others need too
     */
    LockedStage(LockCall call, Locking locking) {
        this.call = call;
        this.executor = locking.executor();
        this.body = locking.decorator().decorate(() -> next.run());
    }

    CompletableFuture<?> future() {
        return result;
    }

    /** Waits for the lock. */
    void begin(CompletableFuture<Lease> acquisition) {
        cancelWithResult(acquisition);
        acquisition.whenComplete((lease, failure) -> {
            next = () -> settled(lease, unwrapped(failure));
            try {
                executor.execute(body);
            } catch (Throwable e) {
                // Not only because the executor takes nothing any more: one that makes threads may fail with anything.
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
                .whenComplete((nothing, releaseFailure) ->
                        onExecutor(() -> end(value, unwrapped(failure), unwrapped(releaseFailure)))));
    }

    /** Better on this thread than never. */
    private void onExecutor(Runnable end) {
        try {
            executor.execute(end);
        } catch (Throwable e) {
            end.run();
        }
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
