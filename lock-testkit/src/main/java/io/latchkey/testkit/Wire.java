package io.latchkey.testkit;

import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The lasting faults of a proxy, which all its connections share: black holes, delay, fragments. */
final class Wire {

    private final Set<Direction> blackHoles = EnumSet.noneOf(Direction.class);
    private final Map<Direction, Duration> delays = new EnumMap<>(Direction.class);
    private boolean fragmented;

    synchronized void blackHole(Direction direction) {
        blackHoles.add(direction);
    }

    synchronized void delay(Direction direction, Duration delay) {
        delays.put(direction, delay);
    }

    synchronized void fragment() {
        fragmented = true;
    }

    /** Ends all of them; what was held goes on its way. */
    synchronized void heal() {
        blackHoles.clear();
        delays.clear();
        fragmented = false;
        notifyAll();
    }

    synchronized boolean isFragmented() {
        return fragmented;
    }

    /** When bytes that arrive now, for that side, are due there, by {@link System#nanoTime}. */
    synchronized long dueTime(Direction lane) {
        long now = System.nanoTime();
        return now
                + delays.entrySet().stream()
                        .filter(delay -> delay.getKey().covers(lane))
                        .mapToLong(delay -> delay.getValue().toNanos())
                        .max()
                        .orElse(0);
    }

    /** Waits until the time has come and no black hole is in the way. */
    synchronized void awaitPassage(Direction lane, long dueTime) throws InterruptedException {
        for (long left = dueTime - System.nanoTime(); left > 0; left = dueTime - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        while (blackHoles.stream().anyMatch(hole -> hole.covers(lane))) {
            wait();
        }
    }
}
