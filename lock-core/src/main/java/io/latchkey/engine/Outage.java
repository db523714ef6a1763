package io.latchkey.engine;

import io.latchkey.spi.BackendFailure;
import org.jspecify.annotations.Nullable;

/**
 * A time in which the backend gives no usable answer.
 *
 * @param since the first failure
 * @param failure the last
 */
record Outage(long since, BackendFailure failure) {

    private static final long SHORTEST_PAUSE_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

    /** The outage as it stands after one more failure. */
    static Outage after(@Nullable Outage before, long now, BackendFailure failure) {
        return new Outage(before == null ? now : before.since, failure);
    }

    /** How long to leave the backend alone: little at first, more as the outage lasts. */
    long pause(long now) {
        return Math.max(SHORTEST_PAUSE_NANOS, Math.min((now - since) / 2, LONGEST_PAUSE_NANOS));
    }

    /** Whether a waiter should hear of it: at once when trying again is no use, else when its patience is over. */
    boolean defeats(Waiter waiter, long now, long patience) {
        boolean endless = waiter.waitUntil == Times.NEVER;
        return !failure.retryable() || (endless && now - Math.max(since, waiter.startedAt) >= patience);
    }
}
