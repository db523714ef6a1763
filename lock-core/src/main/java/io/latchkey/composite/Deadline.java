package io.latchkey.composite;

import java.time.Duration;

/** When a call that takes several locks must be over, so that they share one wait. */
final class Deadline {

    /** Longer than any wait that ends. */
    static final Duration ENDLESS = Duration.ofDays(100_000);

    private final Duration wait;
    private final long start = System.nanoTime();
    private boolean asked;

    private Deadline(Duration wait) {
        this.wait = wait;
    }

    static Deadline in(Duration waitTime) {
        if (waitTime == null || waitTime.isNegative()) {
            throw new IllegalArgumentException("waitTime must be zero or positive, was " + waitTime);
        }
        return new Deadline(waitTime);
    }

    static Deadline none() {
        return new Deadline(ENDLESS);
    }

    /** The whole wait, as it was given. */
    Duration whole() {
        return wait;
    }

    /** What is left of the wait; all of it for the first who asks, whose errors then tell the wait as it was given. */
    Duration remaining() {
        if (!asked) {
            asked = true;
            return wait;
        }
        if (wait.compareTo(ENDLESS) >= 0) {
            return ENDLESS;
        }
        Duration left = wait.minusNanos(System.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    boolean isOver() {
        return remaining().isZero();
    }

    /** Whether the caller is waited for by now. One that would not wait has no time that could be over: any answer takes some. */
    boolean isMissed() {
        return !wait.isZero() && isOver();
    }
}
