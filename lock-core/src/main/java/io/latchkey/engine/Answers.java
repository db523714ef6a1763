package io.latchkey.engine;

import io.latchkey.spi.BackendFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waiting for an answer of the backend, never longer than one may take. */
final class Answers {

    private Answers() {}

    /** The answer to a request; one that a backend throws at, which it should not, is answered with that. */
    static <T extends @Nullable Object> CompletionStage<T> to(Supplier<CompletionStage<T>> request) {
        try {
            return request.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Waits for an answer on the calling thread, which keeps its interrupts for later.
     *
     * @throws BackendFailure when there is none, or none in time; a late one is then dropped
     */
    static <T extends @Nullable Object> T await(CompletableFuture<T> answer, long nanos, QuickLook looks) {
        return await(answer, nanos, looks, System.nanoTime());
    }

    /** The same, for one of several answers that are waited for since the same moment, by the JVM's clock. */
    static <T extends @Nullable Object> T await(CompletableFuture<T> answer, long nanos, QuickLook looks, long since) {
        boolean interrupted = false;
        long until = since + nanos;
        looks.forAnswer(answer::isDone);
        try {
            while (true) {
                try {
                    return answer.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    answer.completeExceptionally(Failures.silence(nanos));
                } catch (ExecutionException e) {
                    throw BackendFailure.from(e.getCause() == null ? e : e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Has the answer fail when it does not come in time, or before the engine is closed. */
    static void limit(CompletableFuture<?> answer, LockEngine engine) {
        if (answer.isDone()) {
            return;
        }
        Runnable giveUp = () -> answer.completeExceptionally(Failures.silence(engine.commandTimeout));
        ScheduledFuture<?> timer = engine.threads.later(engine.commandTimeout, giveUp);
        if (timer == null) {
            giveUp.run();
            return;
        }
        engine.threads.whenClosed(giveUp);
        answer.whenComplete((value, failure) -> {
            timer.cancel(false);
            engine.threads.notWhenClosed(giveUp);
        });
    }
}
