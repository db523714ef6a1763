package io.latchkey.sample.shop;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

/** Somebody who comes to the shop. Notes when they came and when they were inside, which is what the page draws. */
public final class Visitor {

    /** How long they wait for their turn: to the end of the longest run. {@code latchkey.wait-time} is the same. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    private final int number;
    private final long arrived = now();
    private volatile long entered;
    private volatile long left;

    public Visitor(int number) {
        this.number = number;
    }

    /** Does what only one may do at a time, or so the shop hopes. */
    <T> T inside(Supplier<T> work) {
        entered = now();
        try {
            return work.get();
        } finally {
            left = now();
        }
    }

    public int number() {
        return number;
    }

    /** In microseconds since 1970, as all times here. */
    public long arrived() {
        return arrived;
    }

    /** Zero when they never got in. */
    public long entered() {
        return entered;
    }

    /** Zero when they never got in. */
    public long left() {
        return left;
    }

    /** The clock of the machine, because processes are compared by it. */
    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
