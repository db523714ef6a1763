package io.latchkey;

import java.time.Duration;

/** Somebody else held the lock for the whole wait. */
public class LockTimeoutException extends LockException {

    public LockTimeoutException(String lockName, String message) {
        super(lockName, message);
    }

    /** Says who holds the lock, which asks the backend. */
    public static LockTimeoutException busyFor(Duration waitTime, NamedLock lock) {
        return new LockTimeoutException(
                lock.name(),
                "%s was busy for the whole wait of %s, held by %s; wait longer, or shorten what its holder does"
                        .formatted(lock, waitTime, lock.holder().orElse("nobody any more")));
    }
}
