package io.latchkey.engine;

import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks for, checked.
 *
 * @param waitNanos 0 not to wait, {@link Times#NEVER} to wait as long as it takes
 * @param leaseNanos {@link #RENEWED} for a lease that the watchdog keeps alive
 * @param under the hold of the same thread that lets it in, if there is one
 * @param permits how many may hold the lock at once, for a kind that counts them
 */
public record LockRequest(
        LockId lock,
        long waitNanos,
        long leaseNanos,
        int permits,
        @Nullable Owner under) {

    static final long RENEWED = 0;

    private static final int UNLIMITED = Integer.MAX_VALUE;

    public static LockRequest now(LockId lock) {
        return new LockRequest(lock, 0, RENEWED, UNLIMITED, null);
    }

    public static LockRequest patient(LockId lock) {
        return new LockRequest(lock, Times.NEVER, RENEWED, UNLIMITED, null);
    }

    public LockRequest waitUpTo(Duration waitTime) {
        return new LockRequest(lock, Times.waitNanos(waitTime), leaseNanos, permits, under);
    }

    public LockRequest leaseFor(Duration leaseTime) {
        return new LockRequest(lock, waitNanos, Times.leaseNanos(leaseTime), permits, under);
    }

    LockRequest outOf(int permitsInAll) {
        return new LockRequest(lock, waitNanos, leaseNanos, permitsInAll, under);
    }

    LockRequest under(Owner hold) {
        return new LockRequest(lock, waitNanos, leaseNanos, permits, hold);
    }

    boolean renewed() {
        return leaseNanos == RENEWED;
    }
}
