package io.latchkey.engine;

import static java.util.Objects.requireNonNull;

import io.latchkey.LockException;
import io.latchkey.engine.Attempt.Passing;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.util.concurrent.CompletableFuture;
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
 * caller may leave at any time, and what the request brings goes to the next, or back. While this process holds the
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

    /** Waiters look on their own this often, should a wake-up be lost. */
    private static final long LOOK_AGAIN_NANOS = 1_000_000_000;

    final LockEngine engine;
    final LockId id;

    private final Line line = new Line();
    private final Asking asking = new Asking();
    private Phase phase = Phase.IDLE;
    private boolean dead;
    private @Nullable Outage outage;
    private @Nullable String seenHolder;
    private @Nullable Run run;
    private @Nullable HeldLease holder;

    Slot(LockEngine engine, LockId id) {
        this.engine = engine;
        this.id = id;
    }

    /** Puts a waiter in line; false when this slot has been given up and another must be made. */
    boolean join(Waiter waiter) {
        return decide(effects -> {
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
        return decide(effects -> {
            long now = engine.now();
            if (!waiter.isWaiting()) {
                return now;
            }
            if (phase == Phase.ASKING && now < waiter.answerBy) {
                return waiter.answerBy;
            }
            LockException failure = whyNoAnswer(waiter, now);
            if (failure == null) {
                waiter.busy(knownHolder());
            } else {
                waiter.failed(failure);
            }
            effects.signal(waiter);
            leave(effects);
            return now;
        });
    }

    /** The waiter's caller goes away; false when it was settled before. */
    boolean cancel(Waiter waiter) {
        return decide(effects -> {
            boolean waiting = waiter.isWaiting();
            if (waiting) {
                waiter.cancelled();
                leave(effects);
            }
            return waiting;
        });
    }

    /** The lock may be free. Answers false when nobody here wants to know. */
    boolean wake() {
        return decide(effects -> {
            switch (phase) {
                case WAITING -> ask(effects);
                case ASKING, PASSING -> asking.wokenMeanwhile();
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
        return this.<@Nullable CompletableFuture<Boolean>>decide(effects -> {
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
        return decide(effects -> {
            long now = engine.now();
            Attempt overdue = asking.endOverdue(now, engine.commandTimeout);
            if (overdue != null) {
                failed(overdue, Failures.silence(engine.commandTimeout), effects);
            } else if (phase == Phase.WAITING && asking.isTimeToLook(now)) {
                ask(effects);
            } else if (run != null
                    && holder != null
                    && holder.renewed()
                    && now >= run.renewAt() - engine.renewalWindow) {
                run.tryRenewalAgainAt(now + engine.renewalRetry);
                renewals.add(this, run, holder);
            }
            return due();
        });
    }

    /** The backend's answer to a renewal of the run. */
    void renewed(Run renewed, boolean held, long sentAt, long leaseNanos) {
        change(effects -> {
            if (run != renewed || holder == null) {
                return;
            }
            if (held) {
                long until = sentAt + leaseNanos - Times.drift(leaseNanos);
                run.renewedUntil(until, sentAt + engine.leaseTime / 3);
                holder.expiresNoSoonerThan(until);
            } else {
                lose(HeldLease.GONE, effects);
            }
        });
    }

    /** The run of a lease that is still held. */
    @Nullable
    Run runOf(HeldLease lease) {
        return this.<@Nullable Run>decide(effects -> holder == lease ? run : null);
    }

    /** Somebody opened the lock by force; a holder that is here need not wait for its next renewal to hear it. */
    void forcedOpen(HeldLease lease) {
        change(effects -> {
            if (holder == lease) {
                lose("was forced open", effects);
            }
        });
    }

    @Nullable
    HeldLease holder() {
        return this.<@Nullable HeldLease>decide(effects -> holder);
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
                lease.lost("was released because its Locks was closed");
                effects.add(() -> engine.lost(lease));
                endRun(effects);
            } else {
                leave(effects);
            }
        });
    }

    // ---- from here on the caller holds the monitor

    private void ask(Effects effects) {
        Waiter first = line.first();
        if (first == null) {
            retire(effects);
            return;
        }
        Attempt attempt = new Attempt(engine.newOwner(first), first.timeToLive(), engine.now(), first.waits(), null);
        Acquisition acquisition = asking.begin(id, attempt);
        phase = Phase.ASKING;
        effects.add(() -> engine.backend
                .acquire(acquisition)
                .whenComplete((reply, failure) -> answered(attempt, reply, failure)));
    }

    private CompletableFuture<Boolean> pass(Waiter next, Effects effects) {
        Passing passing = new Passing(requireNonNull(run).owner, new CompletableFuture<>());
        Attempt attempt = new Attempt(engine.newOwner(next), next.timeToLive(), engine.now(), true, passing);
        Acquisition acquisition = asking.begin(id, attempt);
        run = null;
        phase = Phase.PASSING;
        effects.add(() -> engine.backend
                .pass(passing.from(), acquisition)
                .whenComplete((reply, failure) -> answered(attempt, reply, failure)));
        return passing.released();
    }

    private void answered(Attempt attempt, @Nullable Reply reply, @Nullable Throwable failure) {
        change(effects -> {
            if (!asking.end(attempt)) {
                // Too late: it was given up, and its owner is being abandoned.
                return;
            }
            if (reply instanceof Reply.Acquired acquired) {
                taken(attempt, acquired.token(), effects);
            } else if (reply instanceof Reply.Busy busy) {
                refused(attempt, busy, effects);
            } else if (reply instanceof Reply.Gone) {
                goneWhilePassing(attempt, effects);
            } else {
                failed(attempt, BackendFailure.from(requireNonNull(failure)), effects);
            }
        });
    }

    private void taken(Attempt attempt, long token, Effects effects) {
        long now = engine.now();
        if (now >= attempt.heldUntil()) {
            failed(attempt, Failures.tooLate(), effects);
            return;
        }
        outage = null;
        asking.leaveLine();
        run = new Run(attempt.owner(), token, now, attempt.heldUntil(), attempt.sentAt() + engine.leaseTime / 3);
        phase = Phase.HELD;
        attempt.settle(true, effects);
        Waiter next = line.first();
        if (next == null) {
            endRun(effects);
        } else if (next.timeToLive() == attempt.timeToLive()) {
            grant(next, now, effects);
        } else {
            pass(next, effects);
        }
    }

    private void refused(Attempt attempt, Reply.Busy busy, Effects effects) {
        long now = engine.now();
        outage = null;
        seenHolder = busy.holder();
        attempt.settle(true, effects);
        // We ask, so we do not hold: what is held in our name is left from a request that arrived after its answer
        // counted.
        engine.ownedHere(busy.holder())
                .ifPresent(ghost -> effects.add(() -> engine.requests.abandon(hold(ghost), null, engine.leaseTime)));
        for (Waiter waiter : line.waiting()) {
            if (waiter.waitUntil <= now) {
                waiter.busy(seenHolder);
                effects.signal(waiter);
                line.left();
            }
        }
        boolean inLine = asking.inLine(attempt, busy);
        if (line.first() == null) {
            retire(effects);
        } else if (inLine) {
            waitFor(Math.min(busy.retryAfter().toNanos(), LOOK_AGAIN_NANOS));
        } else {
            ask(effects);
        }
    }

    /** The hold that was to be passed on is gone: its holder hears it, its waiters ask for a hold of their own. */
    private void goneWhilePassing(Attempt attempt, Effects effects) {
        attempt.settle(false, effects);
        asking.leaveLine();
        ask(effects);
    }

    private void failed(Attempt attempt, BackendFailure failure, Effects effects) {
        long now = engine.now();
        Outage current = Outage.after(outage, now, failure);
        outage = current;
        Passing passing = attempt.passing();
        if (passing != null) {
            effects.add(() -> engine.requests.release(hold(passing.from()), passing.released()));
        }
        if (failure.ambiguous()) {
            effects.add(() -> engine.requests.abandon(hold(attempt.owner()), null, attempt.timeToLive()));
        }
        for (Waiter waiter : line.waiting()) {
            if (current.defeats(waiter, now, engine.leaseTime)) {
                waiter.failed(Failures.notAcquired(id, failure));
                effects.signal(waiter);
                line.left();
            }
        }
        if (line.first() == null) {
            retire(effects);
        } else {
            waitFor(current.pause(now));
        }
    }

    /** Waits for a wake-up, and looks again without one after a while. */
    private void waitFor(long nanos) {
        phase = Phase.WAITING;
        asking.lookAt(engine.now() + nanos + engine.jitter(nanos / 8 + 1_000_000));
    }

    private void grant(Waiter next, long now, Effects effects) {
        Run granting = requireNonNull(run);
        line.removeFirst();
        long end = next.renewed() ? granting.expiresAt() : Math.min(granting.expiresAt(), next.leaseEnd(now));
        holder = new HeldLease(this, next, granting.nextToken(), now, end);
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

    private void loseIfExpired(Effects effects) {
        if (holder != null && engine.now() >= holder.expiresAt()) {
            lose(HeldLease.EXPIRED, effects);
        }
    }

    private void lose(String reason, Effects effects) {
        HeldLease lease = requireNonNull(holder);
        Owner owner = requireNonNull(run).owner;
        holder = null;
        run = null;
        lease.lost(reason);
        effects.add(() -> engine.lost(lease));
        // What is left of the hold must not keep others waiting.
        effects.add(() -> engine.requests.abandon(hold(owner), null, engine.leaseTime));
        ask(effects);
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
        dead = true;
        engine.forget(this);
        Ticket left = asking.leaveLine();
        if (left != null) {
            effects.add(() -> engine.requests.abandon(hold(left.owner()), left, engine.leaseTime));
        }
    }

    /** Why a waiter whose time is up was not answered; null when somebody else simply held the lock. */
    private @Nullable LockException whyNoAnswer(Waiter waiter, long now) {
        if (outage != null) {
            return Failures.notAcquired(id, outage.failure());
        }
        boolean silent = phase == Phase.ASKING && asking.isSilent(now, waiter.silenceLimit(engine.commandTimeout));
        return silent ? Failures.notAcquired(id, Failures.silence(now - waiter.startedAt)) : null;
    }

    private @Nullable String knownHolder() {
        return holder != null ? holder.holder() : seenHolder;
    }

    private Hold hold(Owner owner) {
        return new Hold(id, owner);
    }

    private long due() {
        long due = asking.due(engine.commandTimeout);
        if (holder == null || run == null) {
            return due;
        }
        return Math.min(due, holder.renewed() ? Math.min(run.renewAt(), holder.expiresAt()) : holder.expiresAt());
    }

    private void change(Consumer<Effects> work) {
        this.<@Nullable Void>decide(effects -> {
            work.accept(effects);
            return null;
        });
    }

    /** Does some work under the monitor, on a slot whose holder is known to be alive, and then what follows from it. */
    private <T extends @Nullable Object> T decide(Function<Effects, T> work) {
        Effects effects = new Effects();
        T result;
        long due;
        synchronized (this) {
            loseIfExpired(effects);
            result = work.apply(effects);
            due = due();
        }
        engine.watchdog.lookBy(due);
        effects.run();
        return result;
    }
}
