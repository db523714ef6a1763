package io.latchkey;

import java.time.Duration;
import java.util.Optional;

/**
 * One call that asks the backend or the line for a lock, from the question to the answer. A listener is told the same
 * object at both ends. A thread that enters a lock it holds asks nobody, and makes no attempt.
 */
public interface LockAttempt {

    /** What kind of lock is wanted: {@code reentrant}, {@code read}, {@code semaphore}, … */
    String kind();

    String lockName();

    /** How it ended; empty while it has not. */
    Optional<Outcome> outcome();

    /** From the question to the answer; zero while there is none. */
    Duration waited();

    /** What was acquired; empty when nothing was. */
    Optional<Lease> lease();

    /** Why it failed; empty when it did not. */
    Optional<LockException> failure();

    /** How an attempt ends. */
    enum Outcome {
        ACQUIRED,
        /** Somebody else held the lock for the whole wait. */
        BUSY,
        /** The backend could not be reached or refused, or the locks were closed. */
        FAILED,
        /** The caller went away: it was interrupted, or its future cancelled. */
        CANCELLED
    }
}
