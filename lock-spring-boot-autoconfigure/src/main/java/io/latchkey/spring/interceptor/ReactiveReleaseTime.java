package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.spring.annotation.OnLost;
import reactor.core.publisher.Mono;

/** When a publisher that is over gives its lock back: then, or when something it is part of is over too. */
@FunctionalInterface
interface ReactiveReleaseTime {

    ReactiveReleaseTime AT_ONCE = (lease, onLost) -> Mono.just(false);

    /**
     * Sees to a later release where there is something to wait for.
     *
     * @return false when the lock is to be given back at once
     */
    Mono<Boolean> defer(Lease lease, OnLost onLost);
}
