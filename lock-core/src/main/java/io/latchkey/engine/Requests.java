package io.latchkey.engine;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.Ticket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that are sent again after a failure: those that end a hold, until the backend has answered or the hold has ended
 * by itself, and questions, while somebody waits for the answer. One that is never answered is not sent again: whatever
 * holds it up holds up its repetition too.
 */
final class Requests {

    private static final Logger log = LoggerFactory.getLogger(Requests.class);
    private static final long PAUSE_NANOS = 20_000_000;

    /**
     * A hold that is to be released.
     *
     * @param until when it ends by itself
     * @param released completed with whether it was still held
     */
    record Ending(Hold hold, long until, CompletableFuture<Boolean> released) {}

    private final LockEngine engine;
    private final AtomicInteger underWay = new AtomicInteger();

    Requests(LockEngine engine) {
        this.engine = engine;
    }

    /** Asks for something that may be done twice, as often as it takes for an answer within the time of one. */
    <T extends @Nullable Object> CompletableFuture<T> ask(Supplier<CompletionStage<T>> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        send(question, engine.now() + engine.commandTimeout, answer);
        return answer;
    }

    /** Releases a hold and tells whether it was still held. When that cannot be told, the hold is abandoned. */
    void release(Ending ending) {
        begin(ending);
        sendRelease(ending);
    }

    /** Releases holds of one reach in one request. Should that fail, each is released by itself. */
    void releaseTogether(List<Ending> endings) {
        endings.forEach(this::begin);
        List<Hold> holds = endings.stream().map(Ending::hold).toList();
        Answers.to(() -> engine.backend.releaseTogether(holds)).whenComplete((held, failure) -> {
            for (int i = 0; i < endings.size(); i++) {
                if (failure == null) {
                    endings.get(i).released.complete(held.get(i));
                } else {
                    sendRelease(endings.get(i));
                }
            }
        });
    }

    private void begin(Ending ending) {
        ending.released.whenComplete((held, failure) -> {
            if (failure != null) {
                abandon(ending.hold, null, Math.max(engine.leaseTime, ending.until - engine.now()));
            }
        });
        track(ending.released);
    }

    private void sendRelease(Ending ending) {
        send(() -> engine.backend.release(ending.hold), engine.now() + engine.commandTimeout, ending.released);
    }

    /** Clears up after a hold or an attempt, for as long as it could be in the way. */
    void abandon(Hold hold, @Nullable Ticket ticket, long holdNanos) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        done.whenComplete((nothing, failure) -> {
            if (failure != null && hold.owner().acquisition() > 0) {
                log.warn(
                        "lock '{}': the backend could not be told that {} is done with it, so its lease will end there by itself: {}",
                        hold.lock().printable(),
                        hold.owner(),
                        BackendFailure.from(failure).getMessage());
            }
        });
        track(done);
        send(() -> engine.backend.abandon(hold, ticket), engine.now() + holdNanos, done);
    }

    /** How many have not been answered yet. */
    int underWay() {
        return underWay.get();
    }

    private void track(CompletableFuture<?> result) {
        underWay.incrementAndGet();
        result.whenComplete((value, failure) -> underWay.decrementAndGet());
    }

    private <T extends @Nullable Object> void send(
            Supplier<CompletionStage<T>> request, long until, CompletableFuture<T> result) {
        Answers.to(request).whenComplete((value, failure) -> {
            if (failure == null) {
                result.complete(value);
            } else if (result.isDone() || !sendAgain(request, until, result, BackendFailure.from(failure))) {
                result.completeExceptionally(failure);
            }
        });
    }

    /** False when it is no use, or too late: then who waits hears of this failure, and not of silence. */
    private <T extends @Nullable Object> boolean sendAgain(
            Supplier<CompletionStage<T>> request, long until, CompletableFuture<T> result, BackendFailure failure) {
        long pause = PAUSE_NANOS + engine.jitter(2 * PAUSE_NANOS);
        return failure.retryable()
                && engine.now() + pause < until
                && engine.threads.later(pause, () -> send(request, until, result)) != null;
    }
}
