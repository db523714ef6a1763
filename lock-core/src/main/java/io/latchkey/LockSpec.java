package io.latchkey;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An immutable description of a lock to take: {@code LockSpec.of("order:42").waitUpTo(ofSeconds(2)).leaseFor(ofSeconds(10))}.
 *
 * @param name of the lock
 * @param waitTime how long to wait; null for the template's default
 * @param leaseTime how long to hold at most; null to be renewed by the watchdog
 */
public record LockSpec(
        String name, @Nullable Duration waitTime, @Nullable Duration leaseTime) {

    public LockSpec {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a lock's name must not be blank, was \"" + name + "\"");
        }
        if (waitTime != null) {
            checkedWaitTime(waitTime);
        }
        if (leaseTime != null && (leaseTime.isNegative() || leaseTime.isZero())) {
            throw new IllegalArgumentException("leaseTime must be positive, was " + leaseTime);
        }
    }

    static Duration checkedWaitTime(Duration waitTime) {
        if (waitTime == null || waitTime.isNegative()) {
            throw new IllegalArgumentException("waitTime must be zero or positive, was " + waitTime);
        }
        return waitTime;
    }

    /** A re-entrant lock, with the default wait and renewed by the watchdog. */
    public static LockSpec of(String name) {
        return new LockSpec(name, null, null);
    }

    /** The same lock, waiting no longer than this. */
    public LockSpec waitUpTo(Duration waitTime) {
        return new LockSpec(name, waitTime, leaseTime);
    }

    /** The same lock, held no longer than this. */
    public LockSpec leaseFor(Duration leaseTime) {
        return new LockSpec(name, waitTime, leaseTime);
    }
}
