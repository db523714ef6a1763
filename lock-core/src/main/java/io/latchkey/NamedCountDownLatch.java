package io.latchkey;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Lets those who wait through when it has been counted down to zero, in whichever processes that happens. A latch that was
 * never started, or has run out, is open. One that nobody counts down or waits for is forgotten after a week.
 *
 * <p>It may be started again at once: who was known to wait when it opened goes through all the same.
 */
public interface NamedCountDownLatch {

    String name();

    /**
     * Starts the latch.
     *
     * @return false while one is running
     * @throws IllegalArgumentException when the count is not at least one
     */
    boolean trySetCount(int count);

    /** Counts down by one; at zero, those who wait go on. Does nothing when the latch is open. */
    void countDown();

    /** What is left to count down. Asks the backend. */
    long getCount();

    /** Waits until the latch is open. */
    void await() throws InterruptedException;

    /**
     * Waits until the latch is open, or the time is up.
     *
     * @return whether it is open
     */
    boolean await(Duration waitTime) throws InterruptedException;

    /** Completes when the latch is open. Cancelling it ends the wait. */
    CompletableFuture<Void> awaitAsync();
}
