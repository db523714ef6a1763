package io.latchkey.engine;

import io.latchkey.spi.Ticker;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A clock and a queue of events, so that any number of processes and a network run on one thread, by a seed. */
final class SimulatedWorld implements Ticker {

    private record Event(long at, long order, Runnable work) {}

    final Random random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private long now = 1;
    private long order;

    SimulatedWorld(long seed) {
        this.random = new Random(seed);
    }

    @Override
    public long nanoTime() {
        return now;
    }

    void in(long nanos, Runnable work) {
        events.add(new Event(now + Math.max(0, nanos), order++, work));
    }

    void inMillis(double millis, Runnable work) {
        in((long) (millis * 1e6), work);
    }

    /** A time with the given mean, mostly short and sometimes long. */
    double around(double mean) {
        return -Math.log(1 - random.nextDouble()) * mean;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** Lets all happen that happens before the given time. */
    void runUntil(long time) {
        while (!events.isEmpty() && events.element().at <= time) {
            Event next = events.remove();
            now = next.at;
            next.work.run();
        }
        now = time;
    }

    static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }
}
