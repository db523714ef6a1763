package io.latchkey.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A monotonic clock that makes up for the time in which it stood still. {@code System.nanoTime} does not count while a machine
 * is suspended, but leases at the server run out.
 */
final class JumpingTicker implements Ticker {

    /** How often the two clocks are compared: to read both each time would slow down every lock that is entered again. */
    private static final long COMPARED_EVERY = 1_000_000;

    /** Clocks that differ by less have drifted, or were read apart. */
    private static final long LEAST_JUMP = 250_000_000;

    /** The wall clock must have been read within that time to be compared. */
    private static final long AT_ONCE = 10_000_000;

    private final LongSupplier monotonic;
    private final LongSupplier wall;
    private volatile long comparedAt;
    private volatile long jumped;
    private volatile @Nullable Jump lastJump;
    /** The wall clock's lead over the monotonic one; guarded by this. */
    private long lead;

    JumpingTicker(LongSupplier monotonic, LongSupplier wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        this.comparedAt = monotonic.getAsLong();
        this.lead = wallNanos() - comparedAt;
    }

    @Override
    public long nanoTime() {
        if (monotonic.getAsLong() - comparedAt >= COMPARED_EVERY) {
            compare();
        }
        return monotonic.getAsLong() + jumped;
    }

    @Override
    public Optional<Jump> lastJump() {
        return Optional.ofNullable(lastJump);
    }

    private synchronized void compare() {
        long before = monotonic.getAsLong();
        long wallNow = wallNanos();
        long now = monotonic.getAsLong();
        if (now - before > AT_ONCE) {
            // The thread was held up in between; the next reading compares.
            return;
        }
        comparedAt = now;
        long ahead = wallNow - now - lead;
        lead += ahead;
        if (ahead >= LEAST_JUMP) {
            jumped += ahead;
            lastJump = new Jump(now + jumped, Duration.ofNanos(ahead));
        }
    }

    private long wallNanos() {
        return wall.getAsLong() * 1_000_000;
    }
}
