package io.latchkey;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One owner's hold on one lock, for a bounded time. It is held, then released or lost, and never held again.
 *
 * <p>A lease may be used by any thread. {@link #isValid()} needs no round trip: it compares this process's monotonic
 * clock with the earliest moment at which the backend may have given the lock away, so it is true only while the lock
 * is surely held. Work that must not overlap with a later holder's, whatever pauses this process suffers, hands
 * {@link #fencingToken()} to a store that refuses a token lower than the highest it has seen.
 */
public interface Lease extends AutoCloseable {

    String name();

    /** What kind of lock it is of, as meters and logs say it: {@code reentrant}, {@code read}, {@code semaphore}, … */
    default String kind() {
        return "other";
    }

    /** The leases this one is made of: one for each lock of a multi-lock, and otherwise itself. */
    default List<Lease> parts() {
        return List.of(this);
    }

    /**
     * A number greater than that of every earlier holder of this name. Permits of a semaphore, of which several are held at
     * once, have numbers that differ, in no order.
     *
     * @throws UnsupportedOperationException for a red lock, which has none, and for a multi-lock, whose {@link #parts()}
     *     have one each
     */
    long fencingToken();

    /** Whether the lock is surely still held. */
    boolean isValid();

    /** How long the lock is surely held if nothing renews it; zero when it is not. */
    Duration remaining();

    /**
     * Does nothing while the lease is valid.
     *
     * @throws LeaseLostException when it is not
     */
    void ensureValid();

    /**
     * Makes the lease last at least the given time from now; never shortens it.
     *
     * @return false when the lease is no longer held
     * @throws LockBackendException when the backend did not answer; the lease lasts at least as long as before
     */
    boolean extend(Duration leaseTime);

    /**
     * Has the callback run once if the lease ends before it is released; at once when that has already happened. It runs on a
     * thread of its own, or on the executor the locks were given, and may block.
     *
     * @return this lease
     */
    Lease onLost(Consumer<Lease> callback);

    /**
     * Gives the lock back. Releasing again does nothing.
     *
     * @throws LeaseLostException when the lease had ended before
     * @throws LockBackendException when the backend did not confirm; the release is repeated in the background
     */
    void release();

    /** Like {@link #release()}, without blocking. What follows the future runs on a thread of its own and may block. */
    CompletableFuture<Void> releaseAsync();

    /** Like {@link #release()}, but a lost lease or a silent backend is logged instead of thrown. */
    @Override
    void close();
}
