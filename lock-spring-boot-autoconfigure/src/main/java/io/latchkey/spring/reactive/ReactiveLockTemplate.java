package io.latchkey.spring.reactive;

import io.latchkey.Lease;
import io.latchkey.LockResult;
import io.latchkey.LockSpec;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.interceptor.LeasedWork;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs publishers under a lock and gives the lock back when they complete, fail or are cancelled.
 *
 * <p>The lock is taken when the result is subscribed to, anew each time, and no thread waits for it. The work runs on a
 * thread of Reactor's. It is not re-entrant: work under a lock that subscribes to more work under the same lock waits for
 * itself. The result fails with {@link LockTimeoutException} when the lock was busy for the whole wait, with
 * {@link io.latchkey.LockBackendException} when the backend cannot be reached, and with
 * {@link io.latchkey.LeaseLostException} when the lease was lost while the work ran. {@link ReactiveLockContext} knows
 * the lease.
 */
public class ReactiveLockTemplate {

    private final Locks locks;
    private final Duration defaultWaitTime;

    /** Waits up to the given time where a spec does not say otherwise. */
    public ReactiveLockTemplate(Locks locks, Duration defaultWaitTime) {
        this.locks = Objects.requireNonNull(locks, "locks");
        this.defaultWaitTime = Objects.requireNonNull(defaultWaitTime, "defaultWaitTime");
    }

    /** Subscribes to the work under the re-entrant lock of that name. */
    public <T> Mono<T> execute(String name, Mono<T> work) {
        return execute(LockSpec.of(name), lease -> work);
    }

    /** Subscribes to the work under the re-entrant lock of that name. */
    public <T> Flux<T> execute(String name, Flux<T> work) {
        return executeMany(LockSpec.of(name), lease -> work);
    }

    /** Makes the work and subscribes to it, both under the lock. */
    public <T> Mono<T> execute(LockSpec spec, Function<Lease, ? extends Mono<? extends T>> work) {
        return new LeasedWork<T>(() -> acquire(spec, defaultWaitTime), work).toMono();
    }

    /** Makes the work and subscribes to it, both under the lock. */
    public <T> Flux<T> executeMany(LockSpec spec, Function<Lease, ? extends Publisher<? extends T>> work) {
        return new LeasedWork<T>(() -> acquire(spec, defaultWaitTime), work).toFlux();
    }

    /** Runs the work if the lock can be had: at once, or within the spec's own wait time. */
    public <T> Mono<LockResult<T>> tryExecute(LockSpec spec, Function<Lease, ? extends Mono<? extends T>> work) {
        return LeasedWork.<LockResult<T>>orElse(
                        () -> acquire(spec, Duration.ZERO),
                        lease -> work.apply(lease)
                                .map(value -> new LockResult<T>(true, value))
                                .defaultIfEmpty(new LockResult<>(true, null)),
                        busy -> Mono.just(new LockResult<>(false, null)))
                .toMono();
    }

    private CompletableFuture<Lease> acquire(LockSpec spec, Duration defaultWaitTime) {
        NamedLock lock = spec.from(locks);
        Duration waitTime = spec.waitTime() == null ? defaultWaitTime : spec.waitTime();
        return spec.leaseTime() == null ? lock.acquireAsync(waitTime) : lock.acquireAsync(waitTime, spec.leaseTime());
    }
}
