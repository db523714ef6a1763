package io.latchkey.engine;

import static java.util.Objects.requireNonNull;

import io.latchkey.Lease;
import io.latchkey.LockException;
import io.latchkey.engine.Attempt.Passing;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of one lock, for as long as it holds or wants it. This is the algorithm.
 *
 * <p>A slot is in one of five phases:
 *
 * <pre>
 *   IDLE ──waiter──▶ ASKING ──held──▶ HELD ──last holder releases──▶ IDLE
 *                    │    ▲            │  ▲
 *                   busy  │ woken,     │  └─held─┐
 *                    ▼    │ time to    └─run over, more waiters─▶ PASSING
 *                   WAITING look                                    │
 *                      ▲───────────another process was waiting──────┘
 * </pre>
 *
 * <p>At most one request for the lock is under way, on behalf of whoever is first in line when its answer comes; so a
 * caller may leave at any time, and what its request brings goes to the next, or back. While this process holds the
 * lock, a release hands it to the next in line in memory, until the run is over.
 *
 * <p>Everything here is guarded by the slot's monitor. What a change leads to is collected in {@link Effects} and done
 * after the monitor is left.
 */
final class Slot {

    private enum Phase {
        IDLE,
        ASKING,
        WAITING,
        HELD,
        PASSING
    }

    /** The answer to the release of a lease that had ended before. */
    static final CompletableFuture<Boolean> NOT_HELD = CompletableFuture.completedFuture(false);

    /** Looks of a waiter on its own, should a wake-up be lost. */
    private static final long LOOK_AGAIN_NANOS = 1_000_000_000;

    /** The pause after a first failure; it grows with the outage. */
    private static final long SHORTEST_PAUSE_NANOS = 20_000_000;

    final LockEngine engine;
    final LockId id;

    private final Line line = new Line();
    private Phase phase = Phase.IDLE;
    private boolean dead;

    private @Nullable Attempt attempt;
    private @Nullable Ticket ticket;
    private @Nullable Outage outage;
    private @Nullable String seenHolder;
    private boolean woken;
    private long lookAt = Times.NEVER;

    private @Nullable Run run;
    private @Nullable HeldLease holder;

    Slot(LockEngine engine, LockId id) {
        this.engine = engine;
        this.id = id;
    }

    /** Puts a waiter in line; false when this slot has been given up and another must be made. */
    boolean join(Waiter waiter) {
        return change(effects -> {
            loseIfExpired(effects);
            if (dead) {
                return false;
            }
            if (engine.isClosed()) {
                waiter.failed(Failures.closed(id));
                effects.signal(waiter);
            } else if (!waiter.waits() && phase != Phase.IDLE) {
                waiter.busy(knownHolder());
                effects.signal(waiter);
            } else {
                line.add(waiter);
                if (phase == Phase.IDLE) {
                    ask(effects);
                }
            }
            return true;
        });
    }

    /** The waiter's time is up. It is settled unless an answer is due any moment; returns when to come back. */
    long timeUp(Waiter waiter) {
        return change(effects -> {
            long now = engine.now();
            if (waiter.isWaiting() && phase == Phase.ASKING && now < waiter.answerBy) {
                return waiter.answerBy;
            }
            if (waiter.isWaiting()) {
                LockException failure = whyNoAnswer(waiter, now);
                if (failure == null) {
                    waiter.busy(knownHolder());
                } else {
                    waiter.failed(failure);
                }
                effects.signal(waiter);
                leave(effects);
            }
            return now;
        });
    }

    /** The waiter's caller goes away; false when it was settled before. */
    boolean cancel(Waiter waiter) {
        return change(effects -> {
            if (!waiter.isWaiting()) {
                return false;
            }
            waiter.cancelled();
            leave(effects);
            return true;
        });
    }

    /** The lock may be free. Answers false when nobody here wants to know. */
    boolean wake() {
        return change(effects -> {
            switch (phase) {
                case WAITING -> ask(effects);
                case ASKING, PASSING -> woken = true;
                case HELD, IDLE -> {}
            }
            return phase != Phase.IDLE;
        });
    }

    /**
     * Ends a lease. The answer is null when the lock went to the next in line in memory; else it is true, or false when
     * the lock was not held any more.
     */
    @Nullable
    CompletableFuture<Boolean> release(HeldLease lease) {
        return this.<@Nullable CompletableFuture<Boolean>>change(effects -> {
            loseIfExpired(effects);
            if (holder != lease || run == null || !lease.become(LeaseState.RELEASED)) {
                return NOT_HELD;
            }
            holder = null;
            long now = engine.now();
            Waiter next = line.first();
            if (next == null) {
                return endRun(effects);
            }
            if (run.mayHandOver(now) && run.suits(next, now)) {
                grant(next, now, effects);
                return null;
            }
            return pass(next, effects);
        });
    }

    /** Does what has become due, hands over what is to be renewed, and says when to come again. */
    long tick(Renewals renewals) {
        return change(effects -> {
            loseIfExpired(effects);
            long now = engine.now();
            if (attempt != null && now >= attempt.sentAt() + engine.commandTimeout) {
                Attempt overdue = attempt;
                attempt = null;
                failed(overdue, Failures.silence(engine.commandTimeout), effects);
            }
            if (phase == Phase.WAITING && now >= lookAt) {
                ask(effects);
            }
            if (run != null && holder != null && holder.renewed() && now >= run.renewAt() - engine.renewalWindow) {
                run.tryRenewalAgainAt(now + engine.renewalRetry);
                renewals.add(this, run, holder);
            }
            return due();
        });
    }

    /** The backend's answer to a renewal of the run, or its failure when there was none. */
    void renewed(Run renewed, boolean held, long sentAt, long leaseNanos) {
        change(effects -> {
            if (run == renewed && holder != null) {
                if (held) {
                    long until = sentAt + leaseNanos - Times.drift(leaseNanos);
                    run.renewedUntil(until, sentAt + engine.leaseTime / 3);
                    holder.expiresNoSoonerThan(until);
                } else {
                    lose(holder, HeldLease.GONE, effects);
                }
            }
            return null;
        });
    }

    @Nullable
    Run run() {
        return this.<@Nullable Run>change(effects -> run);
    }

    /** The run to renew for a lease that is still held. */
    @Nullable
    Run runOf(HeldLease lease) {
        return this.<@Nullable Run>change(effects -> {
            loseIfExpired(effects);
            return holder == lease ? run : null;
        });
    }

    /** Somebody opened the lock by force; its holder, if it is here, need not wait for the next renewal to hear it. */
    void forcedOpen(Run forced) {
        change(effects -> {
            if (run == forced && holder != null) {
                lose(holder, "was forced open", effects);
            }
            return null;
        });
    }

    void onLost(HeldLease lease, Consumer<Lease> callback) {
        change(effects -> {
            loseIfExpired(effects);
            if (!lease.keepCallback(callback)) {
                effects.add(() -> engine.tell(lease, callback));
            }
            return null;
        });
    }

    List<Consumer<Lease>> takeCallbacks(HeldLease lease) {
        return change(effects -> lease.takeCallbacks());
    }

    /** Turns all waiters away and gives the lock back. */
    void shutDown() {
        change(effects -> {
            for (Waiter waiter : line.waiting()) {
                waiter.failed(Failures.closed(id));
                effects.signal(waiter);
            }
            if (holder != null) {
                HeldLease lease = holder;
                holder = null;
                lease.become(LeaseState.LOST);
                lease.lostBecause("was released because its Locks was closed");
                effects.add(() -> engine.lost(lease));
                endRun(effects);
            } else {
                leave(effects);
            }
            return null;
        });
    }

    @Nullable
    HeldLease holder() {
        return this.<@Nullable HeldLease>change(effects -> {
            loseIfExpired(effects);
            return holder;
        });
    }

    // ---- below: the caller holds the monitor

    private void ask(Effects effects) {
        Waiter first = line.first();
        if (first == null) {
            retire(effects);
            return;
        }
        Owner owner = engine.newOwner(first);
        if (first.waits() && ticket == null) {
            ticket = Ticket.of(owner);
        }
        Attempt asking = new Attempt(owner, first.timeToLive(), engine.now(), first.waits(), null);
        Acquisition acquisition = acquisition(asking);
        begin(asking, Phase.ASKING);
        effects.add(() -> engine.backend.acquire(acquisition).whenComplete((reply, failure) -> {
            answered(asking, reply, failure);
        }));
    }

    private CompletableFuture<Boolean> pass(Waiter next, Effects effects) {
        Owner from = requireNonNull(run).owner;
        Owner to = engine.newOwner(next);
        ticket = Ticket.of(to);
        CompletableFuture<Boolean> released = new CompletableFuture<>();
        Attempt passing = new Attempt(to, next.timeToLive(), engine.now(), true, new Passing(from, released));
        Acquisition acquisition = acquisition(passing);
        run = null;
        begin(passing, Phase.PASSING);
        effects.add(() -> engine.backend.pass(from, acquisition).whenComplete((reply, failure) -> {
            answered(passing, reply, failure);
        }));
        return released;
    }

    private void begin(Attempt begun, Phase next) {
        attempt = begun;
        phase = next;
        woken = false;
        lookAt = Times.NEVER;
    }

    private Acquisition acquisition(Attempt attempt) {
        return new Acquisition(
                id, attempt.owner(), Duration.ofNanos(attempt.timeToLive()), attempt.joins() ? ticket : null);
    }

    private void answered(Attempt answered, @Nullable Reply reply, @Nullable Throwable failure) {
        change(effects -> {
            if (!answered.equals(attempt)) {
                // Too late: it was given up, and its owner is being abandoned.
                return null;
            }
            attempt = null;
            if (reply instanceof Reply.Acquired acquired) {
                taken(answered, acquired.token(), effects);
            } else if (reply instanceof Reply.Busy busy) {
                refused(answered, busy, effects);
            } else if (reply instanceof Reply.Gone) {
                startAfresh(answered, effects);
            } else {
                failed(answered, BackendFailure.from(requireNonNull(failure)), effects);
            }
            return null;
        });
    }

    private void taken(Attempt taken, long token, Effects effects) {
        long now = engine.now();
        if (now >= taken.heldUntil()) {
            failed(taken, Failures.tooLate(), effects);
            return;
        }
        settle(taken.passing(), true, effects);
        outage = null;
        ticket = null;
        run = new Run(taken.owner(), token, now, taken.heldUntil(), taken.sentAt() + engine.leaseTime / 3);
        phase = Phase.HELD;
        Waiter next = line.first();
        if (next == null) {
            endRun(effects);
        } else if (next.timeToLive() == taken.timeToLive()) {
            grant(next, now, effects);
        } else {
            pass(next, effects);
        }
    }

    private void refused(Attempt refused, Reply.Busy busy, Effects effects) {
        settle(refused.passing(), true, effects);
        outage = null;
        seenHolder = busy.holder();
        if (refused.joins() && ticket != null) {
            ticket = ticket.arrived(busy.arrival());
        }
        long now = engine.now();
        for (Waiter waiter : line.waiting()) {
            if (waiter.waitUntil <= now) {
                waiter.busy(knownHolder());
                effects.signal(waiter);
                line.left();
            }
        }
        if (line.first() == null) {
            retire(effects);
        } else if (!refused.joins() || woken) {
            ask(effects);
        } else {
            lookAgainIn(Math.min(busy.retryAfter().toNanos(), LOOK_AGAIN_NANOS));
        }
    }

    /** The hold that was to be passed on is gone: its holder hears it, its waiters ask for a hold of their own. */
    private void startAfresh(Attempt passing, Effects effects) {
        settle(passing.passing(), false, effects);
        ticket = null;
        phase = Phase.IDLE;
        ask(effects);
    }

    private void failed(Attempt failed, BackendFailure failure, Effects effects) {
        long now = engine.now();
        outage = outage == null ? new Outage(now, failure) : new Outage(outage.since(), failure);
        if (failed.passing() != null) {
            Passing passing = failed.passing();
            effects.add(() -> engine.requests.release(hold(passing.from()), passing.released()));
        }
        if (failure.ambiguous()) {
            effects.add(() -> engine.requests.abandon(hold(failed.owner()), null, failed.timeToLive()));
        }
        for (Waiter waiter : line.waiting()) {
            boolean patienceOver = waiter.waitUntil == Times.NEVER
                    && now - Math.max(outage.since(), waiter.startedAt) >= engine.leaseTime;
            if (!failure.retryable() || patienceOver) {
                waiter.failed(Failures.notAcquired(id, failure));
                effects.signal(waiter);
                line.left();
            }
        }
        if (line.first() == null) {
            retire(effects);
        } else {
            lookAgainIn(Math.max(SHORTEST_PAUSE_NANOS, Math.min((now - outage.since()) / 2, LOOK_AGAIN_NANOS)));
        }
    }

    private void lookAgainIn(long nanos) {
        phase = Phase.WAITING;
        long jitter = ThreadLocalRandom.current().nextLong(nanos / 8 + 1_000_000);
        lookAt = engine.now() + nanos + jitter;
    }

    private void grant(Waiter next, long now, Effects effects) {
        Run granting = requireNonNull(run);
        line.removeFirst();
        long expiresAt = next.renewed() ? granting.expiresAt() : Math.min(granting.expiresAt(), next.leaseEnd(now));
        holder = new HeldLease(this, next, granting.nextToken(), now, expiresAt);
        next.granted(holder);
        effects.signal(next);
    }

    private CompletableFuture<Boolean> endRun(Effects effects) {
        Owner owner = requireNonNull(run).owner;
        run = null;
        CompletableFuture<Boolean> released = new CompletableFuture<>();
        effects.add(() -> engine.requests.release(hold(owner), released));
        retire(effects);
        return released;
    }

    /** A waiter left; if it was the last and no answer is under way, so does the slot. */
    private void leave(Effects effects) {
        line.left();
        if (line.first() == null && (phase == Phase.WAITING || phase == Phase.IDLE)) {
            retire(effects);
        }
    }

    /** Nobody here holds or wants the lock: gives up the place in line, and the slot itself. */
    private void retire(Effects effects) {
        phase = Phase.IDLE;
        lookAt = Times.NEVER;
        dead = true;
        engine.forget(this);
        if (ticket != null) {
            Ticket left = ticket;
            ticket = null;
            effects.add(() -> engine.requests.abandon(hold(left.owner()), left, engine.leaseTime));
        }
    }

    private void loseIfExpired(Effects effects) {
        if (holder != null && engine.now() >= holder.expiresAt()) {
            lose(holder, HeldLease.EXPIRED, effects);
        }
    }

    private void lose(HeldLease lease, String reason, Effects effects) {
        Owner owner = requireNonNull(run).owner;
        holder = null;
        run = null;
        lease.lostBecause(reason);
        lease.become(LeaseState.LOST);
        effects.add(() -> engine.lost(lease));
        // What is left of the hold must not keep others waiting.
        effects.add(() -> engine.requests.abandon(hold(owner), null, engine.leaseTime));
        phase = Phase.IDLE;
        ask(effects);
    }

    private @Nullable String knownHolder() {
        return holder != null ? holder.holder() : seenHolder;
    }

    private static void settle(@Nullable Passing passing, boolean released, Effects effects) {
        if (passing != null) {
            effects.add(() -> passing.released().complete(released));
        }
    }

    private @Nullable LockException whyNoAnswer(Waiter waiter, long now) {
        if (outage != null) {
            return Failures.notAcquired(id, outage.failure());
        }
        boolean silent = attempt != null && attempt.passing() == null && now - attempt.sentAt() >= silence(waiter);
        return silent ? Failures.notAcquired(id, Failures.silence(now - waiter.startedAt)) : null;
    }

    /** How long the backend may take before it counts as silent rather than busy. */
    private long silence(Waiter waiter) {
        return Math.min(engine.commandTimeout, waiter.answerBy - waiter.startedAt) / 2;
    }

    private Hold hold(Owner owner) {
        return new Hold(id, owner);
    }

    private long due() {
        long due = lookAt;
        if (attempt != null) {
            due = Math.min(due, attempt.sentAt() + engine.commandTimeout);
        }
        if (holder != null) {
            due = Math.min(due, holder.expiresAt());
            if (run != null && holder.renewed()) {
                due = Math.min(due, run.renewAt());
            }
        }
        return due;
    }

    private <T extends @Nullable Object> T change(Function<Effects, T> work) {
        Effects effects = new Effects();
        T result;
        long due;
        synchronized (this) {
            result = work.apply(effects);
            due = due();
        }
        engine.watchdog.lookBy(due);
        effects.run();
        return result;
    }

    /** A time in which the backend gave no usable answer. */
    private record Outage(long since, BackendFailure failure) {}
}
