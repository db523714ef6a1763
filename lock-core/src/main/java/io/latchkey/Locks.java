package io.latchkey;

/**
 * Where an application gets its locks: one per application, safe for use by any number of threads.
 *
 * <p>The objects it hands out are light descriptions of a lock, not the lock itself: making one costs no round trip,
 * two made for one name are the same lock, and none needs to be kept or closed.
 */
public interface Locks {

    /**
     * A lock that the thread holding it may take again.
     *
     * @param name any text that is not blank; the same name is the same lock in every process
     * @throws IllegalArgumentException when the name is blank
     */
    NamedLock reentrant(String name);

    /**
     * A lock that goes to whoever has waited longest, over all processes; the thread holding it may take it again. It is not
     * the same lock as the re-entrant one of that name.
     *
     * @throws IllegalArgumentException when the name is blank
     */
    NamedLock fair(String name);

    /**
     * Two locks in one: many may read, or one may write.
     *
     * @throws IllegalArgumentException when the name is blank
     */
    NamedReadWriteLock readWrite(String name);

    /**
     * Several locks as one: all of them are taken, or none. They may be of any kind and from several {@code Locks}; whoever
     * takes some of the same, in whatever order they are given, does so in the same order. When all are free they cost one
     * round trip to take, and one to give back. Of both sides of a read-write lock only the write lock is taken, as whoever
     * writes may read.
     *
     * @throws IllegalArgumentException when there is none, or one is null
     */
    NamedLock multi(NamedLock... locks);

    /**
     * A lock held at more than half of several independent servers, so that it outlives the loss of the others. It has no
     * fencing token.
     *
     * @throws IllegalArgumentException when the name is blank
     * @throws IllegalStateException when no servers for it were configured
     */
    NamedLock red(String name);

    /**
     * A number of permits that all processes share.
     *
     * @param permits how many there are, unless {@link NamedSemaphore#resize} changed that; at least one
     * @throws IllegalArgumentException when the name is blank or the number is not positive
     */
    NamedSemaphore semaphore(String name, int permits);

    /**
     * A latch that processes wait at until it has been counted down.
     *
     * @throws IllegalArgumentException when the name is blank
     */
    NamedCountDownLatch countDownLatch(String name);
}
