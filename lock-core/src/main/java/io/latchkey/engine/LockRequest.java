package io.latchkey.engine;

import io.latchkey.spi.LockId;
import java.time.Duration;

/**
 * What a caller asks for, checked.
 *
 * @param waitNanos 0 not to wait, {@link Times#NEVER} to wait as long as it takes
 * @param leaseNanos {@link #RENEWED} for a lease that the watchdog keeps alive
 * @param permits how many may hold the lock at once, for a kind that counts them
 */
public record LockRequest(LockId lock, long waitNanos, long leaseNanos, int permits) {

    static final long RENEWED = 0;

    public static LockRequest now(LockId lock) {
        return new LockRequest(lock, 0, RENEWED, 1);
    }

    public static LockRequest patient(LockId lock) {
        return new LockRequest(lock, Times.NEVER, RENEWED, 1);
    }

    public LockRequest waitUpTo(Duration waitTime) {
        return new LockRequest(lock, Times.waitNanos(waitTime), leaseNanos, permits);
    }

    public LockRequest leaseFor(Duration leaseTime) {
        return new LockRequest(lock, waitNanos, Times.leaseNanos(leaseTime), permits);
    }

    LockRequest outOf(int permitsInAll) {
        return new LockRequest(lock, waitNanos, leaseNanos, permitsInAll);
    }

    boolean renewed() {
        return leaseNanos == RENEWED;
    }
}
