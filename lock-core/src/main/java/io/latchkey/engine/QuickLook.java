package io.latchkey.engine;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Looks for an answer for a moment, before its caller parks: to wake a thread takes about as long as a server nearby takes to
 * answer.
 *
 * <p>Only while one thread of the process asks for something, as several who look take each other's time. And only where it pays:
 * after a look in vain the next call parks at once, after another one the next two do, then four, and so on. Whose server is far
 * away hardly ever looks.
 */
final class QuickLook {

    static final long LIMIT_NANOS = 200_000;
    /** Whoever asked for something before that has its answer, or waits for more than an answer. */
    static final long QUIET_NANOS = 1_000_000;

    static final int MOST_BLIND = 64;

    private final boolean possible;
    private final LongSupplier clock;
    private final Luck withGrants = new Luck();
    private final Luck withAnswers = new Luck();

    /** Who asked for something last, when, and when somebody else did last. */
    private volatile long latestThread;

    private volatile long latestAt;
    private volatile long otherAt;

    /** What came of looking so far. Guarded by nothing: who looks is nearly always alone, and it is only a guess. */
    private static final class Luck {

        /** How many calls are to park at once. */
        private int blind;

        private int blindNext = 1;

        boolean isOut() {
            return blind > 0 && blind-- > 0;
        }

        void good() {
            blindNext = 1;
        }

        void bad() {
            blind = blindNext;
            blindNext = Math.min(2 * blindNext, MOST_BLIND);
        }
    }

    /** @param possible whether a processor can be spared for it */
    QuickLook(boolean possible, LongSupplier clock) {
        this.possible = possible;
        this.clock = clock;
        this.latestAt = clock.getAsLong() - QUIET_NANOS;
        this.otherAt = latestAt;
    }

    /** For a lock that somebody else may have; when this returns the answer is there, or it is better to park until it is. */
    void forGrant(BooleanSupplier answered) {
        look(answered, withGrants);
    }

    /** The same for what the backend answers at once. */
    void forAnswer(BooleanSupplier answered) {
        look(answered, withAnswers);
    }

    @SuppressWarnings("ThreadPriorityCheck") // Whoever has something to do goes first; nothing relies on it.
    private void look(BooleanSupplier answered, Luck luck) {
        long thread = Thread.currentThread().getId();
        long now = clock.getAsLong();
        if (!possible || !isAlone(thread, now) || luck.isOut()) {
            return;
        }
        while (!answered.getAsBoolean()) {
            if (latestThread != thread) {
                return;
            }
            if (clock.getAsLong() - now >= LIMIT_NANOS) {
                luck.bad();
                return;
            }
            Thread.yield();
        }
        luck.good();
    }

    private boolean isAlone(long thread, long now) {
        if (latestThread != thread) {
            latestThread = thread;
            otherAt = latestAt;
        }
        latestAt = now;
        return now - otherAt >= QUIET_NANOS;
    }
}
