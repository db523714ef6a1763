package io.latchkey;

import java.time.Duration;

/**
 * Hears what happens to the locks of one process. Any number may be registered.
 *
 * <p>Acquisitions, releases and time-outs are told on the thread that brought them about, which a slow listener holds up. Losses,
 * failed renewals and polls are told on a thread of their own, or on the executor the locks were given. One that throws is logged
 * and otherwise ignored.
 */
public interface LockListener {

    /**
     * A lock was acquired.
     *
     * @param waited from the call to the grant
     */
    default void acquired(Lease lease, Duration waited) {}

    /**
     * A lease was released by its holder, whether or not the backend has confirmed that.
     *
     * @param held from the grant to the release
     */
    default void released(Lease lease, Duration held) {}

    /** A wait ended because the lock was busy for all of it. */
    default void timedOut(String lockName, Duration waited) {}

    /** A lease ended before its holder released it. */
    default void lost(Lease lease) {}

    /** A renewal did not succeed; it is tried again until the lease ends. */
    default void renewalFailed(Lease lease, Throwable cause) {}

    /** A call asks for a lock. Told on the calling thread. */
    default void attempting(LockAttempt attempt) {}

    /** That call has its answer, whichever it is; told besides {@link #acquired} and {@link #timedOut}. */
    default void attempted(LockAttempt attempt) {}

    /** A lease was released and its lock handed to the next in line of this process, in memory. */
    default void passedOn(Lease lease) {}

    /** The backend was asked again for a lock although no wake-up had come: the holder takes its time, or a message was lost. */
    default void polled(String kind, String lockName) {}
}
