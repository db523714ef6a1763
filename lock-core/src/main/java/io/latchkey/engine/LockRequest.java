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
 * @param wanted how many of them to take at once; else 1
 * @param instead who has kept the place in line that the caller has now, if somebody has
 */
public record LockRequest(
        LockId lock,
        long waitNanos,
        long leaseNanos,
        int permits,
        int wanted,
        @Nullable Owner under,
        @Nullable Waiter instead) {

    static final long RENEWED = 0;

    private static final int UNLIMITED = Integer.MAX_VALUE;

    public static LockRequest now(LockId lock) {
        return new LockRequest(lock, 0, RENEWED, UNLIMITED, 1, null, null);
    }

    public static LockRequest patient(LockId lock) {
        return new LockRequest(lock, Times.NEVER, RENEWED, UNLIMITED, 1, null, null);
    }

    public LockRequest waitUpTo(Duration waitTime) {
        return new LockRequest(lock, Times.waitNanos(waitTime), leaseNanos, permits, wanted, under, instead);
    }

    public LockRequest leaseFor(Duration leaseTime) {
        return new LockRequest(lock, waitNanos, Times.leaseNanos(leaseTime), permits, wanted, under, instead);
    }

    LockRequest taking(int several, int permitsInAll) {
        return new LockRequest(lock, waitNanos, leaseNanos, permitsInAll, several, under, instead);
    }

    LockRequest under(Owner hold) {
        return new LockRequest(lock, waitNanos, leaseNanos, permits, wanted, hold, instead);
    }

    LockRequest instead(@Nullable Waiter placeholder) {
        return placeholder == null
                ? this
                : new LockRequest(lock, waitNanos, leaseNanos, permits, wanted, under, placeholder);
    }

    /** The wait as the caller gave it, who may have waited through another before. */
    long wholeWaitNanos() {
        return instead == null ? waitNanos : instead.request.wholeWaitNanos();
    }

    boolean renewed() {
        return leaseNanos == RENEWED;
    }
}
