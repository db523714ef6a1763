package io.latchkey.spring.interceptor;

import io.latchkey.LockTimeoutException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import org.springframework.util.ClassUtils;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Calls of methods that return a publisher. The body runs under the lock, anew for each subscription. */
final class PublisherCalls {

    private static final boolean TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.reactive.TransactionSynchronization",
            PublisherCalls.class.getClassLoader());

    private final ReactiveReleaseTime releaseTime =
            TRANSACTIONS ? new AfterReactiveTransaction() : ReactiveReleaseTime.AT_ONCE;

    Object run(LockCall call, Locking locking) {
        ReactiveAdapter adapter = Objects.requireNonNull(
                ResultKind.adapter(call.operation().locked().resultType()));
        return adapter.fromPublisher(
                adapter.isMultiValue()
                        ? Flux.defer(() -> many(call.again(), locking, adapter))
                        : Mono.defer(() -> one(call.again(), locking, adapter)));
    }

    private Flux<?> many(LockCall call, Locking locking, ReactiveAdapter adapter) {
        return call.wantsLock()
                ? locked(call, locking, adapter).toFlux()
                : Flux.from(publisher(adapter, () -> call.proceedElsewhere(null)));
    }

    private Mono<?> one(LockCall call, Locking locking, ReactiveAdapter adapter) {
        return call.wantsLock()
                ? locked(call, locking, adapter).toMono()
                : Mono.from(publisher(adapter, () -> call.proceedElsewhere(null)));
    }

    private LeasedWork<Object> locked(LockCall call, Locking locking, ReactiveAdapter adapter) {
        return new LeasedWork<>(
                () -> locking.acquire(locking.lock(call), call),
                lease -> publisher(adapter, () -> call.proceedElsewhere(lease)),
                reason -> busy(call, adapter, reason),
                call.operation().onLost(),
                releaseTime);
    }

    private static Publisher<Object> busy(LockCall call, ReactiveAdapter adapter, LockTimeoutException reason) {
        return switch (call.operation().onBusy()) {
            case THROW -> Mono.error(reason);
            case SKIP -> Mono.empty();
            case FALLBACK -> publisher(adapter, () -> call.fallBack(() -> reason));
        };
    }

    private static Publisher<Object> publisher(ReactiveAdapter adapter, Body body) {
        try {
            return adapter.toPublisher(body.run());
        } catch (Throwable e) {
            throw Exceptions.propagate(e);
        }
    }

    /** What makes the publisher to subscribe to. */
    @FunctionalInterface
    private interface Body {

        @Nullable
        Object run() throws Throwable;
    }
}
