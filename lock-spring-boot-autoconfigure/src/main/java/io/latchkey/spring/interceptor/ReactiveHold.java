package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.spring.annotation.OnLost;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * One subscription's hold on a lock, from before it is asked for. Whatever ends the subscription, at whatever moment, the
 * future knows whether there is anything to give back.
 */
final class ReactiveHold {

    private static final Logger log = LoggerFactory.getLogger(ReactiveHold.class);

    private final CompletableFuture<Lease> acquisition;
    private final OnLost onLost;
    private final ReactiveReleaseTime releaseTime;

    ReactiveHold(CompletableFuture<Lease> acquisition, OnLost onLost, ReactiveReleaseTime releaseTime) {
        this.acquisition = acquisition;
        this.onLost = onLost;
        this.releaseTime = releaseTime;
    }

    /** Goes on with one of Reactor's threads: the one that brought the lock is needed for other locks too. */
    Mono<Lease> lease() {
        return Mono.fromFuture(acquisition, true).publishOn(Schedulers.parallel());
    }

    /** Fails as soon as the lease is lost, if the work is to be stopped by that. */
    static Mono<Void> loss(Lease lease) {
        return Mono.create(sink -> lease.onLost(lost -> {
            try {
                lost.ensureValid();
            } catch (LeaseLostException e) {
                sink.error(e);
            }
        }));
    }

    /** After the work has completed. */
    Mono<Void> complete() {
        return givenBack().onErrorResume(failure -> {
            Throwable end = Ending.of(onLost, null, failure);
            return end == null ? Mono.empty() : Mono.error(new NotReleased(end));
        });
    }

    /** After the work has failed, or the lock was not had. */
    Mono<Void> fail(Throwable workFailure) {
        return givenBack().onErrorResume(failure -> {
            workFailure.addSuppressed(failure);
            return Mono.empty();
        });
    }

    /** After nobody wants the result any more. */
    Mono<Void> cancel() {
        return givenBack().onErrorResume(failure -> {
            log.debug("the lock of a cancelled subscription was not given back: {}", failure.getMessage());
            return Mono.empty();
        });
    }

    /** Goes on with one of Reactor's threads, as does {@link #lease()}: those that follow may need locks to go on. */
    private Mono<Void> givenBack() {
        acquisition.cancel(false);
        if (acquisition.isCompletedExceptionally()) {
            return Mono.empty();
        }
        Lease lease = acquisition.join();
        return releaseTime
                .defer(lease, onLost)
                .flatMap(deferred -> deferred
                        ? Mono.<Void>empty()
                        : Mono.fromFuture(lease::releaseAsync).publishOn(Schedulers.parallel()));
    }

    /** What the caller is to see of a failure: Reactor wraps one that comes after completion. */
    static Throwable unwrapped(Throwable failure) {
        return failure.getCause() instanceof NotReleased wrapped ? wrapped.end : failure;
    }

    /** Tells a failed release from everything that may happen to the work. */
    private static final class NotReleased extends RuntimeException {

        private final Throwable end;

        NotReleased(Throwable end) {
            super(end.getMessage(), end, false, false);
            this.end = end;
        }
    }
}
