package io.latchkey;

import org.jspecify.annotations.Nullable;

/** The backend cannot be reached, or refuses. It says nothing about whether the lock is free. */
public class LockBackendException extends LockException {

    public LockBackendException(String lockName, String message, @Nullable Throwable cause) {
        super(lockName, message, cause);
    }
}
