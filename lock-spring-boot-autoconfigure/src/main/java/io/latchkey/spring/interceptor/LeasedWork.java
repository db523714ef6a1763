package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.LockContext;
import io.latchkey.LockTimeoutException;
import io.latchkey.spring.annotation.OnLost;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Work of a publisher under a lease, taken anew for each subscription. No thread waits, and the lease is given back when
 * the work completes, fails or is cancelled.
 */
public final class LeasedWork<T> {

    /** Where the reactive context carries the lease. */
    public static final Object CONTEXT_KEY = "io.latchkey.lease";

    private final Supplier<CompletableFuture<Lease>> acquisition;
    private final Function<Lease, ? extends Publisher<? extends T>> work;
    private final Function<LockTimeoutException, ? extends Publisher<? extends T>> busy;
    private final OnLost onLost;
    private final ReactiveReleaseTime releaseTime;

    /** Fails where the lock is busy, or the lease is lost. */
    public LeasedWork(
            Supplier<CompletableFuture<Lease>> acquisition, Function<Lease, ? extends Publisher<? extends T>> work) {
        this(acquisition, work, Flux::error, OnLost.FAIL, ReactiveReleaseTime.AT_ONCE);
    }

    /** Does something else where the lock is busy. */
    public static <T> LeasedWork<T> orElse(
            Supplier<CompletableFuture<Lease>> acquisition,
            Function<Lease, ? extends Publisher<? extends T>> work,
            Function<LockTimeoutException, ? extends Publisher<? extends T>> busy) {
        return new LeasedWork<>(acquisition, work, busy, OnLost.FAIL, ReactiveReleaseTime.AT_ONCE);
    }

    LeasedWork(
            Supplier<CompletableFuture<Lease>> acquisition,
            Function<Lease, ? extends Publisher<? extends T>> work,
            Function<LockTimeoutException, ? extends Publisher<? extends T>> busy,
            OnLost onLost,
            ReactiveReleaseTime releaseTime) {
        this.acquisition = acquisition;
        this.work = work;
        this.busy = busy;
        this.onLost = onLost;
        this.releaseTime = releaseTime;
    }

    public Mono<T> toMono() {
        Mono<T> leased = Mono.usingWhen(
                hold(),
                // Not Mono.from, which cancels its source after the first element.
                hold -> outcome(hold).flatMap(outcome -> Mono.<T>fromDirect(outcome.get())),
                ReactiveHold::complete,
                ReactiveHold::fail,
                ReactiveHold::cancel);
        return leased.onErrorMap(ReactiveHold::unwrapped);
    }

    public Flux<T> toFlux() {
        Flux<T> leased = Flux.usingWhen(
                hold(),
                hold -> outcome(hold).flatMapMany(Supplier::get),
                ReactiveHold::complete,
                ReactiveHold::fail,
                ReactiveHold::cancel);
        return leased.onErrorMap(ReactiveHold::unwrapped);
    }

    private Mono<ReactiveHold> hold() {
        return Mono.fromSupplier(() -> new ReactiveHold(acquisition.get(), onLost, releaseTime));
    }

    /** What is to be subscribed to: the work, or what is there for a busy lock. */
    private Mono<Supplier<Publisher<? extends T>>> outcome(ReactiveHold hold) {
        return hold.lease()
                .<Supplier<Publisher<? extends T>>>map(lease -> () -> underLease(lease))
                .onErrorResume(LockTimeoutException.class, reason -> Mono.just(() -> busy.apply(reason)));
    }

    private Publisher<? extends T> underLease(Lease lease) {
        Flux<T> running = Flux.from(started(lease));
        if (onLost == OnLost.INTERRUPT) {
            running = running.takeUntilOther(ReactiveHold.loss(lease));
        }
        return running.contextWrite(context -> context.put(CONTEXT_KEY, lease));
    }

    private Publisher<? extends T> started(Lease lease) {
        try (LockContext.Scope scope = LockContext.enter(lease)) {
            return work.apply(lease);
        }
    }
}
