package io.latchkey.engine;

import static java.util.Objects.requireNonNull;

import io.latchkey.LockException;
import io.latchkey.engine.Waiter.State;
import io.latchkey.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to take several locks in one request. Each slot has a waiter in line and believes its own request to be under
 * way; the one answer is told to each as its own. So whatever happens meanwhile, to one slot or to all, is what always
 * happens there.
 */
final class JointAttempt {

    /** The least time for the answer, so that a tiny wait is not taken for a dead backend. */
    private static final long LEAST_PATIENCE_NANOS = 100_000_000;

    private final LockEngine engine;
    private final List<Reservation> reserved = new ArrayList<>();

    private JointAttempt(LockEngine engine) {
        this.engine = engine;
    }

    /** The leases of all; null when not all were free, or somebody here held or wanted one. */
    static @Nullable List<HeldLease> make(LockEngine engine, List<LockRequest> requests, long patience) {
        JointAttempt attempt = new JointAttempt(engine);
        if (!attempt.reserve(requests)) {
            attempt.reserved.forEach(one -> one.slot().withdraw(one));
            return null;
        }
        attempt.send();
        long limit = Math.min(
                engine.commandTimeout,
                patience == 0 ? engine.commandTimeout : Math.max(patience, LEAST_PATIENCE_NANOS));
        attempt.await(engine.now() + limit);
        return attempt.outcome(limit);
    }

    private boolean reserve(List<LockRequest> requests) {
        for (LockRequest request : requests) {
            Waiter waiter = new Waiter(request, engine, null);
            Reservation one = engine.slot(request.lock()).reserve(waiter);
            if (one == null) {
                return false;
            }
            reserved.add(one);
        }
        return true;
    }

    private void send() {
        engine.backend
                .acquireTogether(reserved.stream().map(Reservation::acquisition).toList())
                .whenComplete(this::answered);
    }

    private void answered(@Nullable List<Reply> replies, @Nullable Throwable failure) {
        for (int i = 0; i < reserved.size(); i++) {
            Reservation one = reserved.get(i);
            one.slot().answered(one.attempt(), replies == null ? null : replies.get(i), failure);
        }
    }

    /** Waits for the answer, which comes to all of them; those who have none when time is up go away. */
    private void await(long until) {
        boolean interrupted = false;
        for (Reservation one : reserved) {
            Waiter waiter = one.waiter();
            while (waiter.isWaiting() && !(engine.now() >= until && one.slot().cancel(waiter))) {
                waiter.park(until, engine);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable List<HeldLease> outcome(long limit) {
        if (reserved.stream().allMatch(one -> one.waiter().state() == State.GRANTED)) {
            return reserved.stream().map(one -> granted(one.waiter())).toList();
        }
        LockException failure = null;
        for (Reservation one : reserved) {
            Waiter waiter = one.waiter();
            if (waiter.state() == State.GRANTED) {
                one.slot().release(waiter.granted());
            } else if (waiter.state() == State.FAILED) {
                failure = waiter.failure().orElseThrow();
            } else if (waiter.state() == State.CANCELLED) {
                failure = Failures.notAcquired(one.slot().id, Failures.silence(limit));
            }
        }
        if (failure != null) {
            throw failure;
        }
        return null;
    }

    /** Listeners hear only of what was taken so: what was not is asked for again, one by one. */
    private HeldLease granted(Waiter waiter) {
        engine.listeners.tell(listener -> listener.attempting(waiter));
        return requireNonNull(engine.outcome(waiter));
    }
}
