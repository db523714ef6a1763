package io.latchkey.spring.annotation;

/**
 * What becomes of a call when somebody else held the lock for the whole wait. A backend that cannot be reached is never
 * "busy": that is a {@link io.latchkey.LockBackendException}, whatever is chosen here.
 */
public enum OnBusy {

    /** The call ends in {@link io.latchkey.LockTimeoutException}. */
    THROW,

    /**
     * The body does not run, and the call returns nothing: null, an empty {@code Optional}, a publisher that is empty, a
     * stage that completes with null. Not for methods that return a primitive.
     */
    SKIP,

    /** The method named by {@link DistributedLock#fallback()} runs instead. */
    FALLBACK
}
