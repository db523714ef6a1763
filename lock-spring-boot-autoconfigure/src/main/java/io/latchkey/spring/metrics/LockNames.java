package io.latchkey.spring.metrics;

/**
 * Says what part of a lock's name a meter may carry. A bean of this type replaces the one that goes by
 * {@code latchkey.observability.lock-names}.
 */
@FunctionalInterface
public interface LockNames {

    Parts parts(String lockName);

    /**
     * A lock's name, taken apart.
     *
     * @param name what the lock is about; there must be few of them, for each is a series of its own
     * @param key which one of those; there may be any number, and it may be confidential
     */
    record Parts(String name, String key) {}
}
