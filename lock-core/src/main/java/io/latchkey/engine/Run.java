package io.latchkey.engine;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.Owner;

/**
 * The time this process keeps a lock at the backend while its own threads take turns. The backend knows the run, the
 * process knows the holder. Guarded by its slot.
 *
 * <p>A run is bounded in hand-overs and in time, so that other processes get their turn and the backend is asked every
 * few milliseconds whether the lock is still ours.
 */
final class Run {

    /** How long a run may hand the lock on in memory: others may wait as long for each process that is before them. */
    static final long BOUND_NANOS = 10_000_000;

    final Owner owner;
    private final long firstToken;
    private final long startedAt;
    private int grants;
    private long expiresAt;
    private long renewAt;

    Run(Owner owner, long firstToken, long startedAt, long expiresAt, long renewAt) {
        this.owner = owner;
        this.firstToken = firstToken;
        this.startedAt = startedAt;
        this.expiresAt = expiresAt;
        this.renewAt = renewAt;
    }

    long nextToken() {
        return firstToken + grants++;
    }

    /** The last token that was handed out; one less than the first when none was. */
    long lastToken() {
        return firstToken + grants - 1;
    }

    /** Whether the lock may go to another thread of this process without asking the backend. */
    boolean mayHandOver(long now) {
        return grants < LockBackend.TOKENS_PER_RUN && now - startedAt < BOUND_NANOS && now < expiresAt;
    }

    /**
     * Whether the run has as many permits as the waiter wants, and ends when the waiter's own acquisition, made now, would:
     * not earlier, or the lease would be short, and not much later, or a crash would keep the lock longer than asked.
     */
    boolean suits(Waiter waiter, long now) {
        if (waiter.request.wanted() != owner.permits()) {
            return false;
        }
        long slack = expiresAt - waiter.leaseEnd(now);
        return waiter.renewed() ? slack <= 0 && -slack < waiter.leaseNanos() / 3 : slack >= 0 && slack <= BOUND_NANOS;
    }

    void renewedUntil(long newExpiresAt, long newRenewAt) {
        lastsUntil(newExpiresAt);
        renewAt = newRenewAt;
    }

    void lastsUntil(long time) {
        expiresAt = Math.max(expiresAt, time);
    }

    long expiresAt() {
        return expiresAt;
    }

    long renewAt() {
        return renewAt;
    }
}
