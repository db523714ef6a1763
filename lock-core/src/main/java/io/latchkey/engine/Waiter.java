package io.latchkey.engine;

import static java.util.Objects.requireNonNull;

import io.latchkey.Lease;
import io.latchkey.LockAttempt;
import io.latchkey.LockException;
import io.latchkey.spi.ThreadName;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call that wants a lock: a parked thread, or a listener to call. It leaves WAITING once, under the monitor of its
 * slot; whoever sees another state may act on it without.
 */
final class Waiter implements LockAttempt {

    enum State {
        WAITING(null),
        GRANTED(Outcome.ACQUIRED),
        /** The lock was somebody else's for as long as the call would wait. */
        BUSY(Outcome.BUSY),
        FAILED(Outcome.FAILED),
        /** The caller went away: interrupted, or its future was cancelled. */
        CANCELLED(Outcome.CANCELLED);

        private final @Nullable Outcome outcome;

        State(@Nullable Outcome outcome) {
            this.outcome = outcome;
        }
    }

    final LockRequest request;
    final long startedAt;
    final long waitUntil;
    /** While the backend is being asked, the call is not turned away before this. */
    final long answerBy;

    final long threadId = Thread.currentThread().getId();
    final String threadName = ThreadName.current();
    private final long leaseNanos;
    private final @Nullable Thread parked;
    private final @Nullable Runnable whenSettled;

    /** Where it stands in line at the backend, for a kind with a place for each; guarded by its slot. */
    @Nullable
    Place place;

    /** Whether its turn may come soon; only its own thread asks, after it has joined the line. */
    private boolean near;

    private volatile State state = State.WAITING;
    private @Nullable HeldLease lease;
    private @Nullable LockException failure;
    private @Nullable String busyHolder;
    private volatile Duration waited = Duration.ZERO;

    /** For a thread that will call {@link #park}, or, given something to run when settled, for none. */
    Waiter(LockRequest request, LockEngine engine, @Nullable Runnable whenSettled) {
        this.request = request;
        this.whenSettled = whenSettled;
        this.parked = whenSettled == null ? Thread.currentThread() : null;
        this.startedAt = engine.now();
        this.waitUntil = Times.after(startedAt, request.waitNanos());
        this.answerBy = Math.max(waitUntil, startedAt + Times.patience(request.waitNanos(), engine.commandTimeout));
        this.leaseNanos = request.renewed() ? engine.leaseTime : request.leaseNanos();
    }

    @Override
    public String kind() {
        return request.lock().kind().label();
    }

    @Override
    public String lockName() {
        return request.lock().name();
    }

    @Override
    public Optional<Outcome> outcome() {
        return Optional.ofNullable(state.outcome);
    }

    @Override
    public Duration waited() {
        return waited;
    }

    /** Notes how long it took until the caller had its answer. */
    void answeredAt(long now) {
        waited = Duration.ofNanos(now - startedAt);
    }

    @Override
    public Optional<Lease> lease() {
        return Optional.ofNullable(lease);
    }

    boolean waits() {
        return request.waitNanos() > 0;
    }

    /** When the caller first asks what is taking so long. */
    long patientUntil() {
        return waits() ? waitUntil : answerBy;
    }

    /** How long the backend may be silent before a call whose time is up takes that, not the lock, for the reason. */
    long silenceLimit(long commandTimeout) {
        return Math.min(commandTimeout, answerBy - startedAt) / 2;
    }

    boolean renewed() {
        return request.renewed();
    }

    long leaseNanos() {
        return leaseNanos;
    }

    /** How long the backend is asked to keep the lock: a fixed lease is given room for one run. */
    long timeToLive() {
        return renewed() ? leaseNanos : leaseNanos + Run.BOUND_NANOS;
    }

    /** Until when a lease granted now is surely held. */
    long leaseEnd(long now) {
        return Times.leaseEnd(now, leaseNanos);
    }

    void granted(HeldLease granted) {
        lease = granted;
        state = State.GRANTED;
    }

    /** Turned away, with what is known of who held the lock. */
    void busy(@Nullable String holder) {
        busyHolder = holder;
        state = State.BUSY;
    }

    void failed(LockException why) {
        failure = why;
        state = State.FAILED;
    }

    void cancelled() {
        state = State.CANCELLED;
    }

    void near(boolean soon) {
        near = soon;
    }

    boolean isNear() {
        return near;
    }

    boolean isWaiting() {
        return state == State.WAITING;
    }

    State state() {
        return state;
    }

    HeldLease granted() {
        return requireNonNull(lease);
    }

    @Nullable
    String busyHolder() {
        return busyHolder;
    }

    @Override
    public Optional<LockException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Tells the caller that the state has changed; called outside the slot's monitor. */
    void signal() {
        if (whenSettled != null) {
            whenSettled.run();
        } else {
            LockSupport.unpark(parked);
        }
    }

    /** Parks the calling thread until the state changes, the time has come, or it is interrupted. */
    void park(long until, LockEngine engine) {
        if (until == Times.NEVER) {
            LockSupport.park(this);
            return;
        }
        long left = until - engine.now();
        if (left > 0) {
            LockSupport.parkNanos(this, left);
        }
    }
}
