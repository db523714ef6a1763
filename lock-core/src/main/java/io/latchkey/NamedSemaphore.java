package io.latchkey;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A number of permits that all processes share. A permit is a {@link Lease}: renewed, lost, released like any other, and
 * back by itself when its holder dies.
 */
public interface NamedSemaphore {

    String name();

    /**
     * Takes a permit, renewed by the watchdog until it is released.
     *
     * @throws LockTimeoutException when none was free for the whole wait
     */
    Lease acquire(Duration waitTime) throws InterruptedException;

    /**
     * Takes a permit that ends by itself after the lease time.
     *
     * @throws LockTimeoutException when none was free for the whole wait
     */
    Lease acquire(Duration waitTime, Duration leaseTime) throws InterruptedException;

    /** Takes a watchdog-renewed permit if one is free now. */
    Optional<Lease> tryAcquire();

    /** Takes a permit without blocking a thread. Cancelling the future ends the wait and leaves nothing behind. */
    CompletableFuture<Lease> acquireAsync(Duration waitTime);

    /** How many permits are free now; zero also after a resize below what is in use. Asks the backend. */
    int availablePermits();

    /**
     * Changes how many permits there are, for every process. Holders of permits keep them, and for a few milliseconds may
     * still hand them on within their process. The change is forgotten when the semaphore has not been used for a day.
     *
     * @throws IllegalArgumentException when that is not at least one
     */
    void resize(int permits);
}
