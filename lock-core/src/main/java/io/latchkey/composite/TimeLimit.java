package io.latchkey.composite;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends what takes too long. The time is the same for all, so one timer serves them in order: nearly all have ended by
 * themselves before, and setting and cancelling one each would wake its thread twice.
 */
final class TimeLimit {

    private final long nanos;
    private final Queue<Limited> started = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean timing = new AtomicBoolean();

    /**
     * @param until by {@link System#nanoTime()}
     * @param end does nothing to what has ended
     */
    private record Limited(long until, Runnable end) {

        long left() {
            return until - System.nanoTime();
        }
    }

    TimeLimit(long nanos) {
        this.nanos = nanos;
    }

    long nanos() {
        return nanos;
    }

    /** Runs this when the time is over, on a thread that must not be blocked. */
    void thenEnd(Runnable end) {
        started.add(new Limited(System.nanoTime() + nanos, end));
        time();
    }

    private void time() {
        Limited first = started.peek();
        if (first != null && timing.compareAndSet(false, true)) {
            Timer.after(Math.max(0, first.left()), this::look);
        }
    }

    private void look() {
        try {
            for (Limited first = started.peek(); first != null && first.left() <= 0; first = started.peek()) {
                started.poll();
                first.end.run();
            }
        } finally {
            timing.set(false);
            time();
        }
    }
}
