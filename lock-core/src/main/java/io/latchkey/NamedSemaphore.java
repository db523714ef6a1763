package io.latchkey;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A number of permits that all processes share. A permit is a {@link Lease}: renewed, lost, released like any other, and
 * back by itself when its holder dies. Several permits can be one lease, taken at once or not at all.
 *
 * <p>Threads of one process are served in the order they came. Between processes, who wants fewer permits may be served
 * before who wants more.
 */
public interface NamedSemaphore {

    String name();

    /**
     * Takes a permit, renewed by the watchdog until it is released.
     *
     * @throws LockTimeoutException when none was free for the whole wait
     */
    default Lease acquire(Duration waitTime) throws InterruptedException {
        return acquire(1, waitTime);
    }

    /**
     * Takes a permit that ends by itself after the lease time.
     *
     * @throws LockTimeoutException when none was free for the whole wait
     */
    default Lease acquire(Duration waitTime, Duration leaseTime) throws InterruptedException {
        return acquire(1, waitTime, leaseTime);
    }

    /**
     * Takes several permits as one lease, renewed by the watchdog until it is released.
     *
     * @throws LockTimeoutException when there never were that many free during the wait; none is taken then
     * @throws IllegalArgumentException when that is not at least one, or more than the semaphore was made with
     */
    Lease acquire(int permits, Duration waitTime) throws InterruptedException;

    /**
     * Takes several permits as one lease that ends by itself after the lease time.
     *
     * @throws LockTimeoutException when there never were that many free during the wait; none is taken then
     * @throws IllegalArgumentException when that is not at least one, or more than the semaphore was made with
     */
    Lease acquire(int permits, Duration waitTime, Duration leaseTime) throws InterruptedException;

    /** Takes a watchdog-renewed permit if one is free now; empty too while an earlier thread of the process waits for one. */
    default Optional<Lease> tryAcquire() {
        return tryAcquire(1);
    }

    /** Takes several permits as one watchdog-renewed lease if they are free now, and no earlier thread of the process waits. */
    Optional<Lease> tryAcquire(int permits);

    /** Takes a permit without blocking a thread. Cancelling the future ends the wait and leaves nothing behind. */
    default CompletableFuture<Lease> acquireAsync(Duration waitTime) {
        return acquireAsync(1, waitTime);
    }

    /** Takes several permits as one lease without blocking a thread. */
    CompletableFuture<Lease> acquireAsync(int permits, Duration waitTime);

    /** The same, for a lease that ends by itself after the lease time. */
    CompletableFuture<Lease> acquireAsync(int permits, Duration waitTime, Duration leaseTime);

    /** How many permits are free now; zero also after a resize below what is in use. Asks the backend. */
    int availablePermits();

    /**
     * Changes how many permits there are, for every process. Holders of permits keep them, and for a few milliseconds may
     * still hand them on within their process. The change is forgotten when nobody has asked for a permit for a day, also
     * while permits are held.
     *
     * @throws IllegalArgumentException when that is not at least one
     */
    void resize(int permits);
}
