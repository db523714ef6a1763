package io.latchkey.engine;

import io.latchkey.LockListener;
import io.latchkey.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What an engine is told by whoever makes it.
 *
 * @param leaseTime of locks that the watchdog renews
 * @param commandTimeout how long one answer of the backend may take
 * @param listeners are told what happens
 * @param seams what tests put in the place of time and chance
 */
public record EngineSettings(Duration leaseTime, Duration commandTimeout, List<LockListener> listeners, Seams seams) {

    public EngineSettings {
        Times.leaseNanos(leaseTime);
        Times.positive("commandTimeout", commandTimeout);
        listeners = List.copyOf(listeners);
    }

    /**
     * Time and chance.
     *
     * @param ticker all times of the engine
     * @param scheduler runs the watchdog and stays the caller's; null for a daemon thread that ends with the engine
     * @param callbacks runs what users gave: continuations, lost-callbacks; null for as many threads as that takes
     * @param random makes pauses differ; null for any
     */
    public record Seams(
            Ticker ticker,
            @Nullable ScheduledExecutorService scheduler,
            @Nullable Executor callbacks,
            @Nullable RandomGenerator random) {

        /** The real ones. */
        public static final Seams NONE = new Seams(Ticker.SYSTEM, null, null, null);

        public Seams withTicker(Ticker ticker) {
            return new Seams(ticker, scheduler, callbacks, random);
        }

        public Seams withCallbacks(Executor callbacks) {
            return new Seams(ticker, scheduler, callbacks, random);
        }

        public Seams withScheduler(ScheduledExecutorService scheduler) {
            return new Seams(ticker, scheduler, callbacks, random);
        }
    }
}
