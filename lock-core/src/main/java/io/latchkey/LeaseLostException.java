package io.latchkey;

/** The lease ended before its holder released it; somebody else may have held the lock meanwhile. */
public class LeaseLostException extends LockException {

    public LeaseLostException(String lockName, String message) {
        super(lockName, message);
    }
}
