package io.latchkey.engine;

import java.time.Duration;

/** The times users give, checked and in nanoseconds. */
final class Times {

    /** Later than any time the engine will see. */
    static final long NEVER = Long.MAX_VALUE;

    private static final Duration SHORTEST_LEASE = Duration.ofMillis(1);
    private static final Duration LONGEST_LEASE = Duration.ofDays(3650);

    /** The least time for an answer, so that a tiny wait is not taken for a dead backend. */
    static final long LEAST_PATIENCE = 100_000_000;

    private Times() {}

    /** How long a caller waits for an answer: no longer than one may take, or than it has time to wait for the lock. */
    static long patience(long waitNanos, long commandTimeout) {
        return waitNanos == 0 ? commandTimeout : Math.min(commandTimeout, Math.max(waitNanos, LEAST_PATIENCE));
    }

    static long leaseNanos(Duration leaseTime) {
        if (leaseTime == null || leaseTime.compareTo(SHORTEST_LEASE) < 0 || leaseTime.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("leaseTime must be between 1ms and 3650 days, was " + leaseTime);
        }
        return leaseTime.toNanos();
    }

    static long waitNanos(Duration waitTime) {
        if (waitTime == null || waitTime.isNegative()) {
            throw new IllegalArgumentException("waitTime must be zero or positive, was " + waitTime);
        }
        return waitTime.compareTo(LONGEST_LEASE) > 0 ? NEVER : waitTime.toNanos();
    }

    static void positive(String what, Duration time) {
        if (time == null || time.isNegative() || time.isZero() || time.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException(what + " must be positive and at most 3650 days, was " + time);
        }
    }

    /** What two clocks may drift apart during a lease, and what a timer may be late. */
    static long drift(long leaseNanos) {
        return leaseNanos / 100 + Math.min(2_000_000, leaseNanos / 10);
    }

    /** When a lease of that length surely is still held, having been asked for at that time. */
    static long leaseEnd(long askedAt, long leaseNanos) {
        return askedAt + leaseNanos - drift(leaseNanos);
    }

    /** The end of a span that may be endless. */
    static long after(long now, long nanos) {
        return nanos >= NEVER - now ? NEVER : now + nanos;
    }

    /** A time as people write it: 2s, 1.5s, 250ms. */
    static String text(long nanos) {
        double millis = nanos / 1e6;
        return millis < 1000 ? trimmed(millis) + "ms" : trimmed(millis / 1000) + "s";
    }

    private static String trimmed(double value) {
        String text = String.format(java.util.Locale.ROOT, "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
