package io.latchkey;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock known by its name to every process that shares the backend.
 *
 * <p>It is used in one of two ways. The methods of {@link Lock} bind the lock to the calling thread: that thread may
 * enter again, and that thread must unlock. The {@code acquire} methods hand out a {@link Lease} that any thread may
 * renew, check or close, and that is not re-entrant: two acquisitions are two holds, and the second waits for the first.
 *
 * <p>A lock taken without a lease time is renewed by the watchdog until it is released; one taken with a lease time
 * ends by itself when that time is over. When a lease ends before its holder released it, the holder is told:
 * {@link Lease#isValid()} turns false, {@link Lease#onLost} callbacks run, and {@link #unlock()} throws
 * {@link LeaseLostException}.
 *
 * <p>A wait that ends without the lock leaves nothing behind. A backend that cannot be reached is reported as
 * {@link LockBackendException}, never as "busy"; an unbounded wait gives the backend one watchdog lease time to come back.
 */
public interface NamedLock extends Lock {

    String name();

    /**
     * Waits for the lock and holds it for at most the given time. If the process dies, others get it up to ten milliseconds later
     * than that, so that the lock can be handed over meanwhile.
     *
     * <p>A thread that is inside already makes its hold last at least that long from now, and it keeps that end when it leaves
     * again: a hold is never shortened.
     *
     * @throws LockBackendException when the backend cannot be reached
     */
    void lock(Duration leaseTime);

    /**
     * Waits up to the given time; the watchdog then keeps the lock until it is released.
     *
     * @return false when somebody else held the lock for the whole wait
     */
    boolean tryLock(Duration waitTime) throws InterruptedException;

    /**
     * Waits up to one time and holds the lock for at most the other.
     *
     * @return false when somebody else held the lock for the whole wait
     */
    boolean tryLock(Duration waitTime, Duration leaseTime) throws InterruptedException;

    /**
     * Releases this thread's hold; the last of nested holds releases the lock.
     *
     * @throws IllegalMonitorStateException when the current thread does not hold the lock
     * @throws LeaseLostException when the lease ended before this call; the thread then holds nothing
     */
    @Override
    void unlock();

    /**
     * Takes the lock as a handle, renewed by the watchdog until it is released.
     *
     * @throws LockTimeoutException when somebody else held the lock for the whole wait
     */
    Lease acquire(Duration waitTime) throws InterruptedException;

    /**
     * Takes the lock as a handle that ends by itself after the lease time.
     *
     * @throws LockTimeoutException when somebody else held the lock for the whole wait
     */
    Lease acquire(Duration waitTime, Duration leaseTime) throws InterruptedException;

    /** Takes the lock as a watchdog-renewed handle if it is free now. */
    Optional<Lease> tryAcquire();

    /**
     * Takes the lock without blocking a thread. Cancelling the future ends the wait and leaves nothing behind. What follows the
     * future runs on a thread of its own, or on the executor the locks were given, and may block.
     *
     * @return fails with what {@link #acquire(Duration)} would throw
     */
    CompletableFuture<Lease> acquireAsync(Duration waitTime);

    /** Like {@link #acquireAsync(Duration)}, for a lease that ends by itself after the lease time. */
    CompletableFuture<Lease> acquireAsync(Duration waitTime, Duration leaseTime);

    /** Whether anybody, in any process, holds the lock. Asks the backend. */
    boolean isLocked();

    /** Whether the current thread holds a live lease of this lock. No round trip. */
    boolean isHeldByCurrentThread();

    /** How many times the current thread has entered; 0 when it does not hold the lock. No round trip. */
    int getHoldCount();

    /** The lease of the current thread's hold, lost or not, until that thread unlocks. No round trip. */
    Optional<Lease> currentLease();

    /**
     * How long the lock may still be kept without renewing, where several hold it by the last of them; zero when it is free.
     * Asks the backend.
     */
    Duration remainingLease();

    /** Who holds the lock, as an operator would look it up; empty when it is free. Asks the backend. */
    Optional<String> holder();

    /**
     * Opens the lock whoever holds it. The holder hears of the loss at once, or, should the message be lost, at its next renewal.
     *
     * @return whether there was anything to open
     */
    boolean forceUnlock();

    /**
     * Not supported: a condition would need a second wait queue in the backend.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    default Condition newCondition() {
        throw new UnsupportedOperationException(this + " is distributed and has no conditions");
    }
}
