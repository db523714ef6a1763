package io.latchkey;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs work under a lock and gives the lock back whatever becomes of the work.
 *
 * <p>Work on the calling thread is re-entrant: it may use the template again for the same lock. It ends in
 * {@link LeaseLostException} when the lease was lost while it ran, unless it threw something itself; a failure to give
 * the lock back is then suppressed into what it threw. Safe for use by any number of threads.
 */
public class LockTemplate {

    private static final Duration DEFAULT_WAIT_TIME = Duration.ofSeconds(10);

    private final Locks locks;
    private final Duration defaultWaitTime;

    /** Waits up to ten seconds where a spec does not say otherwise. */
    public LockTemplate(Locks locks) {
        this(locks, DEFAULT_WAIT_TIME);
    }

    /** Waits up to the given time where a spec does not say otherwise. */
    public LockTemplate(Locks locks, Duration defaultWaitTime) {
        this.locks = Objects.requireNonNull(locks, "locks");
        this.defaultWaitTime = LockSpec.checkedWaitTime(defaultWaitTime);
    }

    /** Runs the work under the re-entrant lock of that name. */
    public void execute(String name, Runnable work) {
        execute(LockSpec.of(name), lease -> {
            work.run();
            return lease;
        });
    }

    /** Runs the work under the re-entrant lock of that name and returns what it returns. */
    public <T extends @Nullable Object> T execute(String name, Supplier<T> work) {
        return execute(LockSpec.of(name), lease -> work.get());
    }

    /**
     * Runs the work under the lock.
     *
     * @throws LockTimeoutException when the lock was busy for the whole wait; the work did not run
     * @throws LockBackendException when the backend cannot be reached; the work did not run, or has run and the lock could
     *     not be given back
     * @throws LeaseLostException when the lease was lost while the work ran
     */
    public <T extends @Nullable Object> T execute(LockSpec spec, LeaseCallback<T> work) {
        NamedLock lock = spec.from(locks);
        Duration waitTime = spec.waitTime() == null ? defaultWaitTime : spec.waitTime();
        if (!enter(lock, waitTime, spec.leaseTime())) {
            throw LockTimeoutException.busyFor(waitTime, lock);
        }
        return run(lock, work);
    }

    /**
     * Runs the work if the lock can be had: at once, or within the spec's own wait time.
     *
     * @throws LockBackendException when the backend cannot be reached; that is not "busy"
     * @throws LeaseLostException when the lease was lost while the work ran
     */
    public <T> LockResult<T> tryExecute(LockSpec spec, LeaseCallback<? extends @Nullable T> work) {
        NamedLock lock = spec.from(locks);
        Duration waitTime = spec.waitTime() == null ? Duration.ZERO : spec.waitTime();
        if (!enter(lock, waitTime, spec.leaseTime())) {
            return LockResult.busy();
        }
        return LockResult.of(run(lock, work));
    }

    /**
     * Takes the lock without blocking, starts the work, and gives the lock back when the work's stage is complete.
     * Cancelling the result ends the wait for the lock; work that has begun keeps its lock until it is done.
     * {@link LockContext} knows the lease while the work starts.
     *
     * <p>The work starts, and what depends on the result goes on, on one of the few threads that bring all locks of these
     * {@link Locks}. Neither may wait there, least of all for another lock: enough of them at once would keep every lock
     * from being granted. What has to wait is handed to an executor of its own, as with
     * {@link CompletableFuture#supplyAsync(Supplier, java.util.concurrent.Executor)} inside the work and
     * {@link CompletableFuture#thenApplyAsync(Function, java.util.concurrent.Executor)} after it.
     *
     * @return fails with what {@link #execute(LockSpec, LeaseCallback)} would throw
     */
    public <T> CompletableFuture<T> executeAsync(LockSpec spec, Function<Lease, ? extends CompletionStage<T>> work) {
        NamedLock lock = spec.from(locks);
        Duration waitTime = spec.waitTime() == null ? defaultWaitTime : spec.waitTime();
        CompletableFuture<Lease> acquisition =
                spec.leaseTime() == null ? lock.acquireAsync(waitTime) : lock.acquireAsync(waitTime, spec.leaseTime());
        CompletableFuture<T> result = new CompletableFuture<>();
        result.whenComplete((value, failure) -> acquisition.cancel(false));
        acquisition.whenComplete((lease, failure) -> {
            if (failure != null) {
                result.completeExceptionally(failure);
            } else if (result.isDone()) {
                // Cancelled at the moment of the grant; nobody else knows of this lease.
                lease.releaseAsync();
            } else {
                releasing(lease, started(lock, lease, work)).whenComplete((value, workFailure) -> {
                    if (workFailure == null) {
                        result.complete(value);
                    } else {
                        result.completeExceptionally(workFailure);
                    }
                });
            }
        });
        return result;
    }

    private static boolean enter(NamedLock lock, Duration waitTime, @Nullable Duration leaseTime) {
        try {
            return leaseTime == null ? lock.tryLock(waitTime) : lock.tryLock(waitTime, leaseTime);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockException(lock.name(), "interrupted while waiting for " + lock, e);
        }
    }

    private static <T extends @Nullable Object> T run(NamedLock lock, LeaseCallback<T> work) {
        T result;
        try (LockContext.Scope scope = LockContext.enter(lock.currentLease().orElseThrow())) {
            result = work.doWithLease(LockContext.currentLease().orElseThrow());
        } catch (Throwable e) {
            try {
                lock.unlock();
            } catch (RuntimeException failure) {
                e.addSuppressed(failure);
            }
            throw e;
        }
        lock.unlock();
        return result;
    }

    /** Whatever the work does, there is a stage to wait for before the lock is given back. */
    private static <T> CompletionStage<T> started(
            NamedLock lock, Lease lease, Function<Lease, ? extends CompletionStage<T>> work) {
        try (LockContext.Scope scope = LockContext.enter(lease)) {
            return Objects.requireNonNull(work.apply(lease), () -> "the work under " + lock + " returned no stage");
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static <T> CompletionStage<T> releasing(Lease lease, CompletionStage<T> working) {
        return working.handle((value, failure) -> lease.releaseAsync()
                        .handle((nothing, releaseFailure) -> {
                            if (failure == null) {
                                return releaseFailure == null
                                        ? CompletableFuture.completedFuture(value)
                                        : CompletableFuture.<T>failedFuture(releaseFailure);
                            }
                            Throwable cause = unwrapped(failure);
                            if (releaseFailure != null) {
                                cause.addSuppressed(releaseFailure);
                            }
                            return CompletableFuture.<T>failedFuture(cause);
                        })
                        .thenCompose(Function.identity()))
                .thenCompose(Function.identity());
    }

    /** A stage that depends on another wraps the failure, and callers only ever see what is inside. */
    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
