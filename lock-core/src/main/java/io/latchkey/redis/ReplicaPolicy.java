package io.latchkey.redis;

import java.time.Duration;

/**
 * How many replicas must have a grant before it counts.
 *
 * @param replicas 0 for none
 * @param timeout how long they may take
 */
record ReplicaPolicy(int replicas, Duration timeout) {

    static final ReplicaPolicy NONE = new ReplicaPolicy(0, Duration.ofMillis(500));

    ReplicaPolicy {
        if (replicas < 0) {
            throw new IllegalArgumentException("replicas must be 0 or more, was " + replicas);
        }
        if (timeout == null || timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("replicaTimeout must be more than 0, was " + timeout);
        }
    }

    boolean isOn() {
        return replicas > 0;
    }

    /** Checks it against times of the locks: an answer must come while it is still of use. */
    void check(Duration leaseTime, Duration commandTimeout) {
        requireShorter("a third of leaseTime", leaseTime.dividedBy(3));
        requireShorter("half of commandTimeout", commandTimeout.dividedBy(2));
    }

    private void requireShorter(String what, Duration limit) {
        if (isOn() && timeout.compareTo(limit) > 0) {
            throw new IllegalArgumentException(
                    "replicaTimeout must not be more than " + what + " (" + limit + "), was " + timeout);
        }
    }

    /** Rounded up: to wait for 0 ms means to wait for ever. */
    long timeoutMillis() {
        return (timeout.toNanos() + 999_999) / 1_000_000;
    }
}
