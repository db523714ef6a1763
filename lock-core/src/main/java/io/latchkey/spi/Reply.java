package io.latchkey.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a backend answers to a request for a lock. */
public sealed interface Reply {

    /**
     * The lock is held by the owner that asked.
     *
     * @param token the first of {@link LockBackend#TOKENS_PER_RUN} fencing tokens this process may hand out
     */
    record Acquired(long token, Standing standing) implements Reply {

        public Acquired(long token) {
            this(token, Standing.arrived(0));
        }
    }

    /**
     * Somebody else holds the lock, or is first in line for it.
     *
     * @param retryAfter when to look again at the latest, should no wake-up come
     * @param holder the owner that was seen; null when unknown
     */
    record Busy(
            Duration retryAfter,
            Standing standing,
            @Nullable String holder) implements Reply {

        /** @param arrival when the ticket was first put in line; 0 when it was not */
        public Busy(Duration retryAfter, long arrival, @Nullable String holder) {
            this(retryAfter, Standing.arrived(arrival), holder);
        }

        public long arrival() {
            return standing.arrival();
        }
    }

    /** The owner that was to give the lock up, or on, no longer held it. */
    record Gone() implements Reply {}
}
