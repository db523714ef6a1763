package io.latchkey.engine;

import io.latchkey.engine.Renewals.Group;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases that are renewed in one request, again and again. What a good answer brings is noted once for all of them, and each
 * reads it here; so keeping them costs little more than the request.
 *
 * <p>Once it was sent nobody joins it, so every answer speaks of all who are in it. A lease leaves it by ending, or by going to
 * another batch.
 *
 * <p>When somebody saw that a lease was over, no answer that comes later may bring it back: the batch is closed, and an answer
 * is told to each slot, which knows.
 */
final class RenewalBatch {

    private static final Logger log = LoggerFactory.getLogger(RenewalBatch.class);

    /** What {@link #until} is before the first answer, and when no answer counts any more. */
    private static final long UNANSWERED = Long.MIN_VALUE + 1;

    private static final long CLOSED = Long.MIN_VALUE;

    final Group group;
    private final LockEngine engine;
    private final AtomicLong until = new AtomicLong(UNANSWERED);

    /** Those in it, and as the backend knows them. Both belong to the watchdog's thread, and to requests once they are sent. */
    private List<HeldLease> leases = new ArrayList<>();

    private List<Hold> holds = new ArrayList<>();
    /** When the first of them ends if there is no answer at all. */
    private long firstEnd = Times.NEVER;

    private boolean sent;
    private volatile long renewAt = Long.MIN_VALUE;

    RenewalBatch(LockEngine engine, Group group) {
        this.engine = engine;
        this.group = group;
    }

    /** Takes a lease in, before it is sent; the caller holds the monitor of its slot. */
    void add(HeldLease lease) {
        leases.add(lease);
        holds.add(new Hold(lease.slot.id, lease.run.owner));
        firstEnd = Math.min(firstEnd, lease.expiresAt());
        lease.join(this);
    }

    int size() {
        return leases.size();
    }

    boolean isEmpty() {
        return leases.isEmpty();
    }

    boolean isNew() {
        return !sent;
    }

    /** Until when the answers have prolonged all of them; long ago when there is none that counts. */
    long until() {
        return until.get();
    }

    /** When it is to be renewed, or ends. */
    long due() {
        return Math.min(renewAt, end());
    }

    boolean isOver(long now) {
        return now >= end();
    }

    private long end() {
        long time = until.get();
        return time == UNANSWERED ? firstEnd : time;
    }

    /** Somebody has seen that a lease is over which ends then. */
    void close(long seen) {
        until.compareAndSet(seen, CLOSED);
    }

    /** Has every lease go elsewhere. */
    void dissolve(Consumer<HeldLease> elsewhere) {
        leases.forEach(elsewhere);
        until.set(CLOSED);
        forgetThoseThatLeft();
    }

    void forgetThoseThatLeft() {
        if (leases.stream().allMatch(lease -> lease.isIn(this))) {
            return;
        }
        List<HeldLease> left = new ArrayList<>();
        List<Hold> leftHolds = new ArrayList<>();
        for (int i = 0; i < leases.size(); i++) {
            if (leases.get(i).isIn(this)) {
                left.add(leases.get(i));
                leftHolds.add(holds.get(i));
            }
        }
        leases = left;
        holds = leftHolds;
    }

    void send() {
        sent = true;
        List<HeldLease> asked = leases;
        long sentAt = engine.now();
        renewAt = sentAt + engine.renewalRetry;
        ScheduledFuture<?> silence = engine.threads.later(
                engine.commandTimeout, () -> failed(asked, Failures.silence(engine.commandTimeout)));
        Answers.to(() -> engine.backend.renew(holds, Duration.ofNanos(engine.leaseTime)))
                .whenComplete((held, failure) -> {
                    if (silence != null) {
                        silence.cancel(false);
                    }
                    if (failure == null) {
                        answered(asked, held, sentAt);
                    } else {
                        failed(asked, BackendFailure.from(failure));
                    }
                });
    }

    private void answered(List<HeldLease> asked, BitSet held, long sentAt) {
        if (held.cardinality() < asked.size()) {
            // First of all, or they would be prolonged with the others.
            tellEach(asked, held, false, sentAt);
        }
        if (lastsUntil(Times.leaseEnd(sentAt, engine.leaseTime))) {
            renewAt = sentAt + engine.leaseTime / 3;
        } else {
            tellEach(asked, held, true, sentAt);
        }
    }

    private void tellEach(List<HeldLease> asked, BitSet held, boolean which, long sentAt) {
        for (int i = 0; i < asked.size(); i++) {
            if (held.get(i) == which) {
                HeldLease lease = asked.get(i);
                lease.slot.renewed(lease.run, which, sentAt, engine.leaseTime);
            }
        }
    }

    /** Tells all of them that they last until then; false when the batch is closed. */
    private boolean lastsUntil(long time) {
        return until.updateAndGet(before -> before == CLOSED ? CLOSED : Math.max(before, time)) != CLOSED;
    }

    /** Tells of those that are still to be renewed. */
    private void failed(List<HeldLease> asked, BackendFailure failure) {
        List<HeldLease> held = asked.stream()
                .filter(lease -> lease.renewed() && lease.isValid())
                .toList();
        if (held.isEmpty()) {
            return;
        }
        log.warn(
                "renewing {} leases failed, the first of them {}; it is tried again until they end: {}",
                held.size(),
                held.get(0),
                failure.getMessage());
        engine.threads.callback(
                () -> held.forEach(lease -> engine.listeners.tell(listener -> listener.renewalFailed(lease, failure))));
    }
}
