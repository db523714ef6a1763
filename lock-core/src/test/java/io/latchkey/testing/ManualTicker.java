package io.latchkey.testing;

import io.latchkey.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it. Thread-safe. */
public final class ManualTicker implements Ticker {

    private final AtomicLong nanos;

    private ManualTicker(long nanos) {
        this.nanos = new AtomicLong(nanos);
    }

    /** A clock that starts at zero. */
    public ManualTicker() {
        this(0);
    }

    /** A clock with another start: one just short of {@link Long#MAX_VALUE} shows code that compares instead of subtracts. */
    public static ManualTicker startingAt(long nanos) {
        return new ManualTicker(nanos);
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time must not be negative, was " + time);
        }
        nanos.addAndGet(time.toNanos());
    }
}
