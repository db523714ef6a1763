package io.latchkey.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A clock that never goes back, in nanoseconds since a moment of its own. */
@FunctionalInterface
public interface Ticker {

    /**
     * The JVM's monotonic clock. Where the wall clock runs ahead of it at once, as after a suspended machine wakes up, it
     * jumps ahead as far; when the wall clock is set back, nothing happens.
     */
    Ticker SYSTEM = of(System::nanoTime, System::currentTimeMillis);

    long nanoTime();

    /** The last time this clock jumped ahead, if it did. */
    default Optional<Jump> lastJump() {
        return Optional.empty();
    }

    /**
     * A clock as {@link #SYSTEM}, made of two others.
     *
     * @param monotonic never goes back, but may stand still; in nanoseconds
     * @param wall may go back; in milliseconds
     */
    static Ticker of(LongSupplier monotonic, LongSupplier wall) {
        return new JumpingTicker(monotonic, wall);
    }

    /**
     * A jump of the clock.
     *
     * @param at the time after it
     * @param by how far it went
     */
    record Jump(long at, Duration by) {}
}
