package io.latchkey.testkit.history;

/**
 * One hold as its holder saw it. Times are {@link System#nanoTime}, which processes of one host share.
 *
 * @param id unique in a history
 * @param askedAt before the lock was asked for
 * @param enteredAt first thing inside the critical section
 * @param leftAt last thing inside; {@link #NEVER} when the holder died inside
 * @param validUntil when the lease ends by the holder's own clock, as last seen inside
 * @param endedAt when it had heard how it ended; {@link #NEVER} when it never did
 */
public record Hold(
        String id,
        String lock,
        long token,
        long askedAt,
        long enteredAt,
        long leftAt,
        long validUntil,
        Ending ending,
        long endedAt) {

    public static final long NEVER = Long.MAX_VALUE;

    /** What the holder was told when it gave the lock back. */
    public enum Ending {
        RELEASED,
        LOST,
        /** It never heard: it died, or the backend did not answer. */
        UNKNOWN
    }

    /** Until when nobody else may be inside, whatever happens to the holder: it has left, or its lease has ended. */
    public long protectedUntil() {
        return Math.min(leftAt, validUntil);
    }

    /** Whether the lease had ended before its holder came to enter, as when the process was frozen in between. */
    public boolean stillborn() {
        return validUntil <= enteredAt;
    }

    @Override
    public String toString() {
        return "%s of '%s' with token %d".formatted(id, lock, token);
    }
}
