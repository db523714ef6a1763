package io.latchkey.engine;

import io.latchkey.LockException;
import io.latchkey.engine.Attempt.Passing;
import io.latchkey.engine.Requests.Ending;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of one lock, for as long as it holds or wants it. This is the algorithm.
 *
 * <p>A slot has three parts: the {@link Line} of its waiters, what it is {@link Asking} of the backend, and what it is
 * {@link Holding}. Every event changes them and nothing more; {@link #advance} then does what the new state calls for:
 *
 * <ul>
 *   <li>Somebody waits, nothing is held (or may be held side by side), and nothing is asked: ask.
 *   <li>Somebody came to a lock with a place in line for each: ask for one, also while the lock is held here.
 *   <li>Nobody waits: leave the line. Nothing is held either: be gone.
 * </ul>
 *
 * <p>At most one request for the lock is under way, on behalf of whoever is first in line when its answer comes; so a
 * caller may leave at any time, and what the request brings goes to the next, or back. While this process holds the
 * lock, a release hands it to the next in line in memory, until the run is over; then the backend is asked to pass it on,
 * and gives it to another process if one waits.
 *
 * <p>Everything here is guarded by the slot's monitor. What a change leads to outside is collected in {@link Effects} and
 * done after the monitor is left.
 */
final class Slot {

    /** The answer to the release of a lease that had ended before. */
    static final CompletableFuture<Boolean> NOT_HELD = CompletableFuture.completedFuture(false);

    /** Waiters look on their own this often, should a wake-up be lost. */
    private static final long LOOK_AGAIN_NANOS = 1_000_000_000;

    /** So many take turns quickly enough for the last of them to look out for its own instead of parking. */
    private static final int FEW = 16;

    final LockEngine engine;
    final LockId id;

    private final Line line = new Line();
    private final Asking asking;
    private final Places places;
    private final Holding holding = new Holding();
    /** The lock that was released while it was asked who is next; the answer decides. */
    private @Nullable Resting resting;

    private boolean dead;
    /** When something is to be done about this lock; looked at without the monitor. */
    private volatile long dueAt = Times.NEVER;

    private @Nullable Outage outage;
    private @Nullable String seenHolder;

    Slot(LockEngine engine, LockId id) {
        this.engine = engine;
        this.id = id;
        this.places = places(engine, id.kind());
        this.asking = new Asking(places);
    }

    private static Places places(LockEngine engine, LockKind kind) {
        if (kind.hasPlaceEach()) {
            return new OwnPlaces(engine::newOperation, engine.gatheringTime);
        }
        return kind.isGate() ? new SeenPlace() : new OnePlace();
    }

    /**
     * A run that nobody holds the lock in.
     *
     * @param released what the holder before waits for
     */
    private record Resting(Run run, CompletableFuture<Boolean> released) {}

    /** Puts a waiter in line; false when this slot is gone and another must be made. */
    boolean join(Waiter waiter) {
        return decide(effects -> {
            if (dead) {
                return false;
            }
            if (engine.isClosed()) {
                waiter.failed(Failures.closed(id));
                effects.signal(waiter);
            } else if (tookOver(waiter, effects)) {
                return true;
            } else if (waiter.request.under() != null) {
                // It may enter where those before it may not, and they may be waiting for it.
                line.addFirst(waiter);
                asking.wake();
            } else if (!waiter.waits() && !mayAsk() && !isAnswerUnderWay()) {
                turnAway(waiter, effects);
            } else {
                waiter.near(isHandedOverSoon());
                line.add(waiter);
                places.joined(waiter);
            }
            return true;
        });
    }

    /** Whether a thread of this process is inside, and few are in line to whom it may hand the lock over. */
    private boolean isHandedOverSoon() {
        boolean handedOver = id.kind().isHandedOver() && !id.kind().hasPlaceEach();
        return handedOver && !holding.isEmpty() && line.size() < FEW;
    }

    /** Has a waiter take the place in line, or the lease, of one that kept it; false when that has neither any more. */
    private boolean tookOver(Waiter waiter, Effects effects) {
        Waiter before = waiter.request.instead();
        if (before == null) {
            return false;
        }
        if (before.isWaiting() && waiter.waits()) {
            line.replace(before, waiter);
            waiter.place = before.place;
            before.place = null;
        } else if (before.state() == Waiter.State.GRANTED && holding.has(before.granted())) {
            waiter.granted(before.granted());
            effects.signal(waiter);
        } else {
            return false;
        }
        before.cancelled();
        return true;
    }

    /**
     * Puts a waiter in line whose request goes to the backend together with others'; null when somebody here holds or wants
     * the lock, and it cannot.
     *
     * @param owners who asks in each request; what goes in one has one owner
     */
    @Nullable
    Reservation reserve(Waiter waiter, Map<Reach, Owner> owners) {
        return this.<@Nullable Reservation>decide(effects -> {
            boolean heldHere = !holding.isEmpty() && !id.kind().isShared();
            if (dead || engine.isClosed() || line.first() != null || heldHere || !mayAsk()) {
                return null;
            }
            line.add(waiter);
            places.joined(waiter);
            Reach reach = Reach.of(engine, id);
            Owner owner = reach == null
                    ? engine.newOwner(waiter)
                    : owners.computeIfAbsent(reach, first -> engine.newOwner(waiter));
            // What goes along with others joins no line.
            Attempt attempt = attempt(owner, waiter, waiter.waits() && reach == null, null);
            return new Reservation(this, waiter, attempt, asking.begin(id, attempt, false, false), reach);
        });
    }

    /** Takes a reservation back whose request was not sent. */
    void withdraw(Reservation reserved) {
        change(effects -> {
            asking.end(reserved.attempt());
            places.gone();
            reserved.waiter().cancelled();
            left(reserved.waiter());
        });
    }

    /** The waiter's time is up. It is settled unless an answer is due any moment; returns when to come back. */
    long timeUp(Waiter waiter) {
        return decide(effects -> {
            long now = engine.now();
            if (!waiter.isWaiting()) {
                return now;
            }
            if (asking.isUnderWay() && now < waiter.answerBy) {
                return waiter.answerBy;
            }
            turnAway(waiter, effects);
            left(waiter);
            return now;
        });
    }

    /** The waiter's caller goes away; false when it was settled before. */
    boolean cancel(Waiter waiter) {
        return decide(effects -> {
            boolean waiting = waiter.isWaiting();
            if (waiting) {
                waiter.cancelled();
                left(waiter);
            }
            return waiting;
        });
    }

    /** The lock may be free. Answers false when nobody here holds it or wants to know. */
    boolean wake() {
        return decide(effects -> {
            asking.wake();
            return !dead;
        });
    }

    /**
     * Ends a lease. The answer is null when the lock went to the next in line in memory; else it is true, or false when
     * the lock was not held any more.
     */
    @Nullable
    CompletableFuture<Boolean> release(HeldLease lease) {
        return release(lease, engine.requests::release);
    }

    /** The same, with a say in how the hold is ended at the backend if nobody here waits. */
    @Nullable
    CompletableFuture<Boolean> release(HeldLease lease, Consumer<Ending> how) {
        // What is to be done at the backend must be known to the caller when this returns.
        return this.<@Nullable CompletableFuture<Boolean>>decide(Effects::run, effects -> {
            if (!holding.remove(lease)) {
                return NOT_HELD;
            }
            lease.released();
            Waiter next = line.first();
            if (next != null && mayHandOver(lease.run, next)) {
                grant(next, lease.run, effects);
                return null;
            }
            CompletableFuture<Boolean> released = new CompletableFuture<>();
            if (next == null) {
                places.runEnded();
                Ending ending = ending(lease.run, released);
                effects.add(() -> how.accept(ending));
            } else {
                goOn(lease.run, next, released, effects);
            }
            return released;
        });
    }

    /**
     * Does what has become due, has leases renewed from now on that have not been so far, and says when to come again.
     *
     * @param lookedAt when this look at all slots began
     */
    long tick(long lookedAt) {
        long next = dueAt;
        if (next > lookedAt + engine.renewalWindow) {
            // As most are at most looks. Whoever changes that from now on sees to a look by itself.
            return next;
        }
        return decide(effects -> {
            long now = engine.now();
            Attempt overdue = asking.endOverdue(now, engine.commandTimeout);
            if (overdue != null) {
                failed(overdue, Failures.silence(engine.commandTimeout), effects);
            }
            if (asking.wakeIfDue(now)) {
                effects.add(() -> engine.threads.callback(() -> engine.listeners.tell(
                        listener -> listener.polled(id.kind().label(), id.name()))));
            }
            holding.forEach(lease -> {
                if (now >= lease.renewAt() - engine.renewalWindow) {
                    engine.renewals.add(lease);
                }
            });
            return due();
        });
    }

    /** The backend's answer to a renewal of a run. */
    void renewed(Run run, boolean held, long sentAt, long leaseNanos) {
        change(effects -> {
            HeldLease lease = holding.of(run);
            if (lease == null) {
                return;
            }
            if (held) {
                long until = Times.leaseEnd(sentAt, leaseNanos);
                run.renewedUntil(until, sentAt + engine.leaseTime / 3);
                lease.expiresNoSoonerThan(until);
            } else {
                lose(lease, HeldLease.GONE, effects);
            }
        });
    }

    /** Has a lease renewed with others than before. */
    void renewWithOthers(HeldLease lease) {
        change(effects -> {
            if (holding.has(lease) && lease.renewed()) {
                engine.renewals.add(lease);
            }
        });
    }

    /** Takes a lease back that was renewed with others; it is over, or due at once. */
    void renewAlone(HeldLease lease) {
        change(effects -> {
            if (holding.has(lease)) {
                lease.join(null);
            }
        });
    }

    /** Starts or stops the watchdog's renewal of a lease. */
    void renew(HeldLease lease, boolean wanted) {
        change(effects -> lease.renewed(wanted));
    }

    boolean holds(HeldLease lease) {
        return decide(effects -> holding.has(lease));
    }

    @Nullable
    HeldLease holder() {
        return this.<@Nullable HeldLease>decide(effects -> holding.any());
    }

    /** Somebody opened the lock by force; a holder that is here need not wait for its next renewal to hear it. */
    void forcedOpen(Run run) {
        change(effects -> {
            HeldLease lease = holding.of(run);
            if (lease != null) {
                lose(lease, "was forced open", effects);
            }
        });
    }

    /** Turns all waiters away and gives the lock back. */
    void shutDown() {
        change(effects -> {
            for (Waiter waiter : line.waiting()) {
                waiter.failed(Failures.closed(id));
                effects.signal(waiter);
                left(waiter);
            }
            holding.forEach(lease -> {
                holding.remove(lease);
                lease.lost("was released because its Locks was closed");
                effects.add(() -> engine.lost(lease));
                endRun(lease.run, new CompletableFuture<>(), effects);
            });
        });
    }

    /** Why what was asked for has not been had in that time: what the backend said last, or that it said nothing. */
    synchronized LockException whyNoAnswer(long nanos) {
        return Failures.notAcquired(id, outage == null ? Failures.silence(nanos) : outage.failure());
    }

    /** Those who wait, for who looks from outside. */
    synchronized List<Waiter> waiting() {
        return line.waiting();
    }

    synchronized List<HeldLease> held() {
        return holding.all();
    }

    // ---- from here on the caller holds the monitor

    /** Does what the state calls for. */
    private void advance(Effects effects) {
        Resting rested = resting;
        if (rested != null && (line.first() == null || !asking.isUnderWay())) {
            resting = null;
            wake(rested, effects);
        }
        Waiter first = line.first();
        boolean nobodyWaits = first == null && !asking.isUnderWay();
        places.leave(nobodyWaits)
                .forEach(
                        left -> effects.add(() -> engine.requests.abandon(hold(left.owner()), left, engine.leaseTime)));
        if (first != null) {
            asking.nowFor(first);
            if (mayAsk()) {
                ask(first, effects);
            }
        } else if (nobodyWaits && !dead) {
            asking.stopWaiting();
            if (holding.isEmpty()) {
                dead = true;
                // After all else: who closes the engine waits for its slots, and so for what this one has to tell the
                // backend.
                effects.add(() -> engine.forget(this));
            }
        }
    }

    /** Goes on with a run that was waiting for the answer to who is next. */
    private void wake(Resting rested, Effects effects) {
        Waiter next = line.first();
        if (next != null && mayHandOver(rested.run, next)) {
            grant(next, rested.run, effects);
            effects.add(() -> rested.released.complete(true));
        } else {
            goOn(rested.run, next, rested.released, effects);
        }
    }

    /** Ends a run that cannot be handed over, or has the backend pass it on; or lets it rest until it is known who is next. */
    private void goOn(Run run, @Nullable Waiter next, CompletableFuture<Boolean> released, Effects effects) {
        if (next == null || id.kind().isShared()) {
            // Holders side by side have no next: each asks for itself.
            endRun(run, released, effects);
        } else if (asking.isUnderWay()) {
            resting = new Resting(run, released);
        } else {
            pass(run, next, released, effects);
        }
    }

    private boolean mayHandOver(Run run, Waiter next) {
        long now = engine.now();
        return id.kind().isHandedOver() && run.mayHandOver(now) && run.suits(next, now) && places.isNext(next);
    }

    /** Whether an answer is coming that may be good news for one who does not wait. */
    private boolean isAnswerUnderWay() {
        return asking.isUnderWay() && (holding.isEmpty() || id.kind().isShared());
    }

    private boolean mayAsk() {
        boolean wanted = holding.isEmpty() || id.kind().isShared() || places.areKept();
        return resting == null && ((asking.needsPlace() && !isGathering()) || (asking.isIdle() && wanted));
    }

    private boolean isGathering() {
        return places.areGathering(!holding.isEmpty(), engine.now());
    }

    private void ask(Waiter first, Effects effects) {
        Attempt attempt = attempt(engine.newOwner(first), first, first.waits(), null);
        Acquisition acquisition = asking.begin(id, attempt, isGathering(), false);
        effects.add(() -> Answers.to(() -> engine.backend.acquire(acquisition))
                .whenComplete((reply, failure) -> answered(attempt, reply, failure)));
    }

    /** Asks the backend to end one hold and begin the next. */
    private void pass(Run run, Waiter next, CompletableFuture<Boolean> released, Effects effects) {
        Passing passing = new Passing(run.owner, run.expiresAt(), released);
        Attempt attempt = attempt(engine.newOwner(next), next, true, passing);
        Acquisition acquisition = asking.begin(id, attempt, isGathering(), places.isNext(next));
        effects.add(() -> Answers.to(() -> engine.backend.pass(passing.from(), acquisition))
                .whenComplete((reply, failure) -> answered(attempt, reply, failure)));
    }

    private Attempt attempt(Owner owner, Waiter first, boolean joins, @Nullable Passing passing) {
        return new Attempt(owner, first.request, first.timeToLive(), engine.now(), first.startedAt, joins, passing);
    }

    /** The backend's answer to a request; the caller need not hold the monitor. */
    void answered(Attempt attempt, @Nullable Reply reply, @Nullable Throwable failure) {
        change(effects -> {
            if (!asking.end(attempt)) {
                answeredTooLate(attempt, reply, failure, effects);
            } else if (failure != null) {
                failed(attempt, BackendFailure.from(failure), effects);
            } else if (reply instanceof Reply.Acquired acquired) {
                taken(attempt, acquired, effects);
            } else if (reply instanceof Reply.Busy busy) {
                refused(attempt, busy, effects);
            } else {
                // The hold that was to be passed on is gone: its holder hears it, its waiters ask for one of their own.
                attempt.settle(false, effects);
                places.gone();
            }
        });
    }

    /** The attempt was given up and abandoned; but it may have come after that, if it went another way. */
    private void answeredTooLate(Attempt attempt, @Nullable Reply reply, @Nullable Throwable failure, Effects effects) {
        boolean inDoubt = failure != null && BackendFailure.from(failure).ambiguous() && !engine.isClosed();
        if (inDoubt || reply instanceof Reply.Acquired) {
            effects.add(() -> engine.requests.abandon(hold(attempt.owner()), null, attempt.timeToLive()));
        }
    }

    private void taken(Attempt attempt, Reply.Acquired acquired, Effects effects) {
        long now = engine.now();
        if (now >= attempt.heldUntil()) {
            failed(attempt, Failures.tooLate(), effects);
            return;
        }
        outage = null;
        if (!id.kind().isShared()) {
            loseWhatWasHeld(effects);
        }
        asking.taken(attempt, acquired, now);
        attempt.settle(true, effects);
        Run run = new Run(
                attempt.owner(), acquired.token(), now, attempt.heldUntil(), attempt.sentAt() + engine.leaseTime / 3);
        Waiter next = line.first();
        if (next != null && attempt.suits(next) && places.isNext(next)) {
            grant(next, run, effects);
        } else {
            goOn(run, next, new CompletableFuture<>(), effects);
        }
        if (!id.kind().isShared()) {
            turnAwayLate(attempt, now, effects);
        }
        keepPlaces();
    }

    /** The backend gave the lock out anew, so what was held before is not any more. */
    private void loseWhatWasHeld(Effects effects) {
        holding.forEach(lease -> lose(lease, HeldLease.GONE, effects));
        Resting rested = resting;
        if (rested != null) {
            resting = null;
            effects.add(() -> rested.released.complete(false));
        }
    }

    private void refused(Attempt attempt, Reply.Busy busy, Effects effects) {
        long now = engine.now();
        outage = null;
        seenHolder = busy.holder();
        attempt.settle(true, effects);
        boolean holdsNothing = holding.isEmpty() && resting == null;
        if (!id.kind().isShared() && holdsNothing) {
            // What is held in our name is left from a request that arrived after its answer counted.
            engine.ownedHere(busy.holder())
                    .ifPresent(
                            ghost -> effects.add(() -> engine.requests.abandon(hold(ghost), null, engine.leaseTime)));
        }
        turnAwayLate(attempt, now, effects);
        if (asking.refused(attempt, busy)) {
            waitFor(Math.min(busy.retryAfter().toNanos(), LOOK_AGAIN_NANOS));
        }
        if (holdsNothing) {
            // A place may have come up with a hold that was lost while the answer was on its way.
            places.runEnded();
        }
    }

    private void failed(Attempt attempt, BackendFailure failure, Effects effects) {
        long now = engine.now();
        Outage current = Outage.after(outage, now, failure);
        outage = current;
        Passing passing = attempt.passing();
        if (passing != null) {
            places.runEnded();
            Ending ending = new Ending(hold(passing.from()), passing.until(), passing.released());
            effects.add(() -> engine.requests.release(ending));
        }
        if (failure.ambiguous()) {
            effects.add(() -> engine.requests.abandon(hold(attempt.owner()), null, attempt.timeToLive()));
        }
        places.failed(attempt, failure.ambiguous())
                .forEach(place ->
                        effects.add(() -> engine.requests.abandon(hold(place.owner()), place, attempt.timeToLive())));
        for (Waiter waiter : line.waiting()) {
            if (current.defeats(waiter, now, engine.leaseTime)) {
                waiter.failed(Failures.notAcquired(id, failure));
                effects.signal(waiter);
                left(waiter);
            }
        }
        asking.pauseUntil(lookTime(current.pause(now)));
    }

    /** Waits for a wake-up, and looks again without one after a while. */
    private void waitFor(long nanos) {
        asking.waitUntil(lookTime(nanos));
    }

    private long lookTime(long nanos) {
        return engine.now() + nanos + engine.jitter(nanos / 8 + 1_000_000);
    }

    /** Places that are in line while this process holds the lock are looked after as others are. */
    private void keepPlaces() {
        if (places.areKept() && !asking.isUnderWay()) {
            waitFor(LOOK_AGAIN_NANOS);
        }
    }

    private void grant(Waiter next, Run run, Effects effects) {
        line.removeFirst();
        places.left(next);
        HeldLease lease = new HeldLease(this, next, run, engine.now());
        holding.add(lease);
        next.granted(lease);
        effects.signal(next);
    }

    private void left(Waiter waiter) {
        line.left();
        places.left(waiter);
    }

    private void endRun(Run run, CompletableFuture<Boolean> released, Effects effects) {
        places.runEnded();
        Ending ending = ending(run, released);
        effects.add(() -> engine.requests.release(ending));
    }

    private Ending ending(Run run, CompletableFuture<Boolean> released) {
        return new Ending(new Hold(id, run.owner, run.lastToken()), run.expiresAt(), released);
    }

    private void lose(HeldLease lease, String reason, Effects effects) {
        holding.remove(lease);
        places.runEnded();
        lease.lost(reason);
        effects.add(() -> engine.lost(lease));
        // What is left of the hold must not keep others waiting.
        effects.add(() -> engine.requests.abandon(hold(lease.run.owner), null, engine.leaseTime));
    }

    private void loseExpired(Effects effects) {
        long now = engine.now();
        if (holding.anyExpired(now)) {
            holding.forEach(lease -> {
                if (now >= lease.expiresAt()) {
                    lose(lease, lease.whyExpired(), effects);
                }
            });
        }
    }

    /** Settles a waiter that waits no longer: the lock was busy, or the backend did not answer. */
    private void turnAway(Waiter waiter, Effects effects) {
        LockException failure = whyNoAnswer(waiter, engine.now());
        if (failure == null) {
            waiter.busy(knownHolder());
        } else {
            waiter.failed(failure);
        }
        effects.signal(waiter);
    }

    /** Turns those away whose time is up, but for one that may enter where this answer's asker might not. */
    private void turnAwayLate(Attempt answered, long now, Effects effects) {
        for (Waiter waiter : line.waiting()) {
            if (waiter.waitUntil <= now && (waiter.request.under() == null || answered.suits(waiter))) {
                turnAway(waiter, effects);
                left(waiter);
            }
        }
    }

    /** Why a waiter whose time is up was not answered; null when somebody else simply held the lock. */
    private @Nullable LockException whyNoAnswer(Waiter waiter, long now) {
        if (outage != null) {
            return Failures.notAcquired(id, outage.failure());
        }
        boolean silent = asking.isSilent(now, waiter.silenceLimit(engine.commandTimeout));
        return silent ? Failures.notAcquired(id, Failures.silence(now - waiter.startedAt)) : null;
    }

    private @Nullable String knownHolder() {
        HeldLease here = holding.any();
        return here != null
                ? here.holder()
                : engine.ownedHere(seenHolder).map(engine::nameOf).orElse(seenHolder);
    }

    private Hold hold(Owner owner) {
        return new Hold(id, owner);
    }

    private long due() {
        long due = Math.min(asking.due(engine.commandTimeout), holding.due());
        return asking.needsPlace() ? Math.min(due, places.gatheredAt()) : due;
    }

    private void change(Consumer<Effects> work) {
        this.<@Nullable Void>decide(effects -> {
            work.accept(effects);
            return null;
        });
    }

    /** Does some work under the monitor, on a slot that holds nothing expired, and then what follows from it. */
    private <T extends @Nullable Object> T decide(Function<Effects, T> work) {
        return decide(effects -> effects.run(engine.threads), work);
    }

    private <T extends @Nullable Object> T decide(Consumer<Effects> run, Function<Effects, T> work) {
        Effects effects = new Effects();
        T result;
        long due;
        synchronized (this) {
            loseExpired(effects);
            result = work.apply(effects);
            advance(effects);
            due = due();
            dueAt = due;
        }
        engine.watchdog.lookBy(due);
        run.accept(effects);
        return result;
    }
}
