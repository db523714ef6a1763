package io.latchkey.spring.reactive;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockContext;
import io.latchkey.spring.interceptor.LeasedWork;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** The lease that the running publisher works under: what {@link LockContext} is for a thread. */
public final class ReactiveLockContext {

    private ReactiveLockContext() {}

    /** The innermost lease of the running publisher; empty outside of any. */
    public static Mono<Lease> currentLease() {
        return Mono.deferContextual(ReactiveLockContext::lease);
    }

    /**
     * Completes when the running publisher works under a lease that is surely held; fails with
     * {@link IllegalStateException} when it works under none, and with {@link LeaseLostException} when that has ended.
     */
    public static Mono<Void> assertHeld() {
        return currentLease()
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("the publisher does not run under a lock")))
                .doOnNext(Lease::ensureValid)
                .then();
    }

    private static Mono<Lease> lease(ContextView context) {
        return Mono.justOrEmpty(context.getOrEmpty(LeasedWork.CONTEXT_KEY));
    }
}
