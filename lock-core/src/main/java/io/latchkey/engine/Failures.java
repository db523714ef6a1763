package io.latchkey.engine;

import io.latchkey.LockBackendException;
import io.latchkey.LockException;
import io.latchkey.LockTimeoutException;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.latchkey.spi.LockId;

/** What callers are told when they do not get what they asked for: which lock, what happened, what to do. */
final class Failures {

    private Failures() {}

    static LockTimeoutException busy(Waiter waiter) {
        LockId lock = waiter.request.lock();
        String holder = waiter.busyHolder();
        return new LockTimeoutException(
                lock.name(),
                "lock '%s' was busy for the whole wait of %s, held by %s; wait longer, or shorten what its holder does"
                        .formatted(
                                lock.printable(),
                                Times.text(waiter.request.wholeWaitNanos()),
                                holder == null ? "another owner" : holder));
    }

    static LockBackendException notAcquired(LockId lock, BackendFailure failure) {
        return new LockBackendException(
                lock.name(),
                "lock '%s' could not be asked for: %s".formatted(lock.printable(), failure.getMessage()),
                failure);
    }

    static LockBackendException notReleased(LockId lock, BackendFailure failure) {
        return new LockBackendException(
                lock.name(),
                "lock '%s' was given up, but the backend did not confirm it: %s; the release is repeated in the background"
                        .formatted(lock.printable(), failure.getMessage()),
                failure);
    }

    static LockBackendException notAnswered(LockId lock, BackendFailure failure) {
        return new LockBackendException(
                lock.name(),
                "the backend could not be asked about lock '%s': %s".formatted(lock.printable(), failure.getMessage()),
                failure);
    }

    static LockException closed(LockId lock) {
        return new LockException(
                lock.name(),
                "lock '%s' cannot be used: its Locks has been closed, as the application is shutting down"
                        .formatted(lock.printable()));
    }

    static UnsupportedOperationException noToken(LockId lock) {
        return new UnsupportedOperationException(
                "%s lock '%s' has no fencing token: its servers count each for itself, and no majority of counters is sure to grow; where a late holder must be refused, take a re-entrant lock, or let the store compare versions of its own"
                        .formatted(lock.kind().label(), lock.printable()));
    }

    static BackendFailure silence(long nanos) {
        return new BackendFailure(
                Effect.UNKNOWN,
                "no answer within " + Times.text(nanos) + "; is the backend up, and the network to it?",
                null);
    }

    static BackendFailure tooLate() {
        return new BackendFailure(
                Effect.UNKNOWN, "the answer took longer than the lease time; ask for a longer lease", null);
    }
}
