package io.latchkey.engine;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Looks for an answer for a moment, before its caller parks: to wake a thread takes about as long as a server nearby takes to
 * answer, and longer than most turns of threads who hand a lock to each other.
 *
 * <p>For what a server answers, only while one thread of the process asks for something, as several who look take each other's time. And
 * only where it pays: after a look in vain the next call parks at once, after another one the next two do, then four, and so on.
 * Whose server is far away, or whose turns are long, hardly ever looks.
 */
final class QuickLook {

    static final long LIMIT_NANOS = 200_000;
    /** Whoever asked for something before that has its answer, or waits for more than an answer. */
    static final long QUIET_NANOS = 1_000_000;

    static final int MOST_BLIND = 64;
    /** Fewer for turns: each time the lock goes to another process, all who look for theirs do so in vain. */
    static final int MOST_BLIND_TURNS = 8;

    private final boolean possible;
    private final LongSupplier clock;
    private final Luck withGrants = new Luck(MOST_BLIND);
    private final Luck withAnswers = new Luck(MOST_BLIND);
    private final Luck withTurns = new Luck(MOST_BLIND_TURNS);

    /** Who asked for something last, when, and when somebody else did last. */
    private volatile long latestThread;

    private volatile long latestAt;
    private volatile long otherAt;

    /** What came of looking so far. Guarded by nothing, as it is only a guess. */
    private static final class Luck {

        private final int mostBlind;
        /** How many calls are to park at once. */
        private int blind;

        private int blindNext = 1;

        Luck(int mostBlind) {
            this.mostBlind = mostBlind;
        }

        boolean isOut() {
            return blind > 0 && blind-- > 0;
        }

        void good() {
            if (blindNext > 1) {
                blindNext = 1;
            }
        }

        void bad() {
            blind = blindNext;
            blindNext = Math.min(2 * blindNext, mostBlind);
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
        lookIfAlone(answered, withGrants);
    }

    /** The same for what the backend answers at once. */
    void forAnswer(BooleanSupplier answered) {
        lookIfAlone(answered, withAnswers);
    }

    /** The same for a lock that threads of this process hand to each other, whoever else looks. */
    void forTurn(BooleanSupplier granted) {
        if (possible && !withTurns.isOut()) {
            look(granted, withTurns, () -> false);
        }
    }

    private void lookIfAlone(BooleanSupplier answered, Luck luck) {
        long thread = Thread.currentThread().getId();
        if (possible && isAlone(thread, clock.getAsLong()) && !luck.isOut()) {
            look(answered, luck, () -> latestThread != thread);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // Whoever has something to do goes first; nothing relies on it.
    private void look(BooleanSupplier answered, Luck luck, BooleanSupplier isDisturbed) {
        long since = clock.getAsLong();
        while (!answered.getAsBoolean()) {
            if (isDisturbed.getAsBoolean()) {
                return;
            }
            if (clock.getAsLong() - since >= LIMIT_NANOS) {
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
