package io.latchkey.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Looks for an answer for a moment, before its caller parks: to wake a thread takes about as long as a server nearby takes to
 * answer.
 *
 * <p>Only one caller of a process does so, and only while no other waits. And only where it pays: after a look in vain the next
 * call parks at once, after another one the next two do, then four, and so on. Whose server is far away hardly ever looks.
 */
final class QuickLook {

    static final long LIMIT_NANOS = 200_000;
    static final int MOST_BLIND = 64;

    private final AtomicInteger waiting;
    private final boolean possible;
    private final LongSupplier clock;
    /** How many calls park at once after the next look in vain; like the next one, only the caller that is alone touches it. */
    private int blindNext = 1;

    private int blind;

    /**
     * @param waiting how many callers wait, this way or another
     * @param possible whether a processor can be spared for it
     */
    QuickLook(AtomicInteger waiting, boolean possible, LongSupplier clock) {
        this.waiting = waiting;
        this.possible = possible;
        this.clock = clock;
    }

    /** The caller begins to wait. When this returns the answer is there, or it is better to park until it is. */
    @SuppressWarnings("ThreadPriorityCheck") // Whoever has something to do goes first; nothing relies on it.
    void begin(BooleanSupplier answered) {
        if (waiting.incrementAndGet() > 1 || !possible) {
            return;
        }
        if (blind > 0) {
            blind--;
            return;
        }
        long until = clock.getAsLong() + LIMIT_NANOS;
        while (!answered.getAsBoolean()) {
            if (waiting.get() > 1) {
                return;
            }
            if (clock.getAsLong() - until >= 0) {
                blind = blindNext;
                blindNext = Math.min(2 * blindNext, MOST_BLIND);
                return;
            }
            Thread.yield();
        }
        blindNext = 1;
    }

    /** The caller no longer waits. */
    void end() {
        waiting.decrementAndGet();
    }
}
