package io.latchkey.composite;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ObjLongConsumer;

/**
 * Ends what takes too long. The time is the same for all, so one timer serves them in order. Nearly all have ended by themselves
 * before, and are let go at the next look: a timer for each, or a look at each, would wake its thread for nothing.
 */
final class TimeLimit {

    private final long nanos;
    private final ObjLongConsumer<Runnable> timer;
    private final Queue<Started> started = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean timing = new AtomicBoolean();

    /** What may take only so long. */
    interface Limited {

        boolean isOver();

        /** The time is over; called on a thread that must not be blocked. */
        void timeUp();
    }

    /** @param until by {@link System#nanoTime()} */
    private record Started(Limited limited, long until) {

        boolean isDone() {
            return limited.isOver() || left() <= 0;
        }

        long left() {
            return until - System.nanoTime();
        }
    }

    TimeLimit(long nanos) {
        this(nanos, (task, delay) -> Timer.after(delay, task));
    }

    /** @param timer has a task done after some nanoseconds */
    TimeLimit(long nanos, ObjLongConsumer<Runnable> timer) {
        this.nanos = nanos;
        this.timer = timer;
    }

    long nanos() {
        return nanos;
    }

    void start(Limited limited) {
        started.add(new Started(limited, System.nanoTime() + nanos));
        time();
    }

    private void time() {
        Started first = started.peek();
        if (first != null && timing.compareAndSet(false, true)) {
            timer.accept(this::look, Math.max(0, first.left()));
        }
    }

    private void look() {
        try {
            for (Started first = started.peek(); first != null && first.isDone(); first = started.peek()) {
                started.poll();
                if (!first.limited.isOver()) {
                    first.limited.timeUp();
                }
            }
        } finally {
            timing.set(false);
            time();
        }
    }
}
