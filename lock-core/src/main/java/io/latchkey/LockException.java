package io.latchkey;

import org.jspecify.annotations.Nullable;

/** What every failure of a lock has in common: the name of the lock. */
public class LockException extends RuntimeException {

    private final String lockName;

    public LockException(String lockName, String message) {
        this(lockName, message, null);
    }

    public LockException(String lockName, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.lockName = lockName;
    }

    public final String lockName() {
        return lockName;
    }
}
