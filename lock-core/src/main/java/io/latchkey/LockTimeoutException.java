package io.latchkey;

/** Somebody else held the lock for the whole wait. */
public class LockTimeoutException extends LockException {

    public LockTimeoutException(String lockName, String message) {
        super(lockName, message);
    }
}
