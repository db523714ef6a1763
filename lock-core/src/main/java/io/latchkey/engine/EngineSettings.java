package io.latchkey.engine;

import io.latchkey.LockListener;
import io.latchkey.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * What an engine is told by whoever makes it.
 *
 * @param leaseTime of locks that the watchdog renews
 * @param commandTimeout how long one answer of the backend may take
 * @param ticker all times of the engine
 * @param scheduler runs the watchdog and stays the caller's; null for a daemon thread that ends with the engine
 */
public record EngineSettings(
        Duration leaseTime,
        Duration commandTimeout,
        Ticker ticker,
        @Nullable ScheduledExecutorService scheduler,
        List<LockListener> listeners) {

    public EngineSettings {
        Times.leaseNanos(leaseTime);
        Times.positive("commandTimeout", commandTimeout);
        listeners = List.copyOf(listeners);
    }
}
