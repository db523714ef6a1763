package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockBackendException;
import io.latchkey.LockException;
import io.latchkey.composite.Joint;
import io.latchkey.spi.BackendFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease handed out by the engine. Its state moves under the monitor of its slot; its looks need none. */
final class HeldLease implements Joint.Part {

    private static final Logger log = LoggerFactory.getLogger(HeldLease.class);

    /** Why a lease ended when nothing renewed it in time. */
    static final String EXPIRED = "expired";

    /** Why a lease ended when the backend knew nothing of it. */
    static final String GONE = "was gone from the backend (expired there, deleted or forced open)";

    final Slot slot;
    final Run run;
    final long grantedAt;
    final String threadName;
    private final long token;
    private final long leaseNanos;

    private volatile LeaseState state = LeaseState.HELD;
    private volatile long expiresAt;
    private volatile boolean renewed;
    /** Those it is renewed with; null until it was due for the first time. */
    private volatile @Nullable RenewalBatch batch;

    private volatile @Nullable String lossReason;
    private @Nullable List<Consumer<Lease>> lostCallbacks;

    /** A lease of a run, with the run's next token. */
    HeldLease(Slot slot, Waiter waiter, Run run, long now) {
        this.slot = slot;
        this.run = run;
        this.token = run.nextToken();
        this.grantedAt = now;
        this.threadName = waiter.threadName;
        this.leaseNanos = waiter.leaseNanos();
        this.renewed = waiter.renewed();
        this.expiresAt = renewed ? run.expiresAt() : Math.min(run.expiresAt(), waiter.leaseEnd(now));
    }

    @Override
    public String name() {
        return slot.id.name();
    }

    @Override
    public String kind() {
        return slot.id.kind().label();
    }

    @Override
    public long fencingToken() {
        if (!slot.id.kind().isFenced()) {
            throw Failures.noToken(slot.id);
        }
        return token;
    }

    @Override
    public boolean isValid() {
        return state == LeaseState.HELD && !isOver(slot.engine.now());
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    long remainingNanos() {
        long now = slot.engine.now();
        return state != LeaseState.HELD || isOver(now) ? 0 : Math.max(0, expiresAt() - now);
    }

    /** Whether its time is up; once that was seen, no renewal that is answered later undoes it. */
    private boolean isOver(long now) {
        RenewalBatch with = batch;
        if (with != null) {
            long until = with.until();
            if (now < Math.max(until, expiresAt)) {
                return false;
            }
            with.close(until);
        }
        return now >= expiresAt();
    }

    @Override
    public void ensureValid() {
        if (!isValid()) {
            throw lossException();
        }
    }

    @Override
    public boolean extend(Duration leaseTime) {
        return slot.engine.extend(this, Times.leaseNanos(leaseTime));
    }

    @Override
    public CompletableFuture<Boolean> extendAsync(Duration leaseTime) {
        CompletableFuture<Boolean> answer = slot.engine.extendAsync(this, Times.leaseNanos(leaseTime));
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        Answers.limit(answer, slot.engine);
        answer.whenComplete((held, failure) -> slot.engine.threads.callback(() -> {
            if (failure == null) {
                result.complete(held);
            } else {
                result.completeExceptionally(Failures.notAnswered(slot.id, BackendFailure.from(failure)));
            }
        }));
        return result;
    }

    @Override
    public Lease onLost(Consumer<Lease> callback) {
        if (!keep(callback)) {
            slot.engine.threads.callback(() -> slot.engine.tell(this, callback));
        }
        return this;
    }

    @Override
    public void release() {
        long since = System.nanoTime();
        awaitRelease(slot.release(this), since);
    }

    @Override
    public Joint joint() {
        return EngineJoint.OF_ALL;
    }

    /** Waits until the release that was begun is confirmed, and tells what came of it. */
    void awaitRelease(@Nullable CompletableFuture<Boolean> answer, long since) {
        try {
            LockEngine engine = slot.engine;
            released(answer, answer == null || Answers.await(answer, engine.commandTimeout, engine.looks, since));
        } catch (BackendFailure e) {
            throw unconfirmed(e);
        }
    }

    @Override
    public CompletableFuture<Void> releaseAsync() {
        return confirmed(slot.release(this));
    }

    /** Tells what came of a release that was begun, without a thread. */
    CompletableFuture<Void> confirmed(@Nullable CompletableFuture<Boolean> answer) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        if (answer == null) {
            released(null, true);
            result.complete(null);
            return result;
        }
        Answers.limit(answer, slot.engine);
        answer.whenComplete((held, failure) -> slot.engine.threads.callback(() -> {
            try {
                if (failure != null) {
                    throw unconfirmed(BackendFailure.from(failure));
                }
                released(answer, held);
                result.complete(null);
            } catch (LockException e) {
                result.completeExceptionally(e);
            }
        }));
        return result;
    }

    private void released(@Nullable CompletableFuture<Boolean> answer, boolean held) {
        if (held) {
            tellReleased();
            if (answer == null) {
                slot.engine.listeners.tell(listener -> listener.passedOn(this));
            }
        } else if (answer != Slot.NOT_HELD) {
            lossReason = GONE;
            slot.engine.lost(this);
            throw lossException();
        } else if (state == LeaseState.LOST) {
            throw lossException();
        }
    }

    /** The holder is done with it all the same. */
    private LockBackendException unconfirmed(BackendFailure failure) {
        tellReleased();
        return Failures.notReleased(slot.id, failure);
    }

    private void tellReleased() {
        Duration heldFor = Duration.ofNanos(slot.engine.now() - grantedAt);
        slot.engine.listeners.tell(listener -> listener.released(this, heldFor));
    }

    @Override
    public void close() {
        try {
            release();
        } catch (LockException e) {
            log.warn("closing lease {} failed: {}", this, e.getMessage());
        }
    }

    LeaseState state() {
        return state;
    }

    /** The batch is read first: what it brought is noted here before it is left. */
    long expiresAt() {
        RenewalBatch with = batch;
        return with == null ? expiresAt : Math.max(with.until(), expiresAt);
    }

    /** When its slot must see to it, because it ends or is to be renewed; never while that is its batch's business. */
    long due() {
        return batch == null ? Math.min(expiresAt, renewAt()) : Times.NEVER;
    }

    /** When to take it into a batch. */
    long renewAt() {
        return renewed && batch == null ? run.renewAt() : Times.NEVER;
    }

    /** Whether the watchdog keeps the lease alive; if not, it runs out by itself. */
    boolean renewed() {
        return renewed;
    }

    /** Starts or stops the watchdog's renewal; the caller holds the slot's monitor, as for all that follows. */
    void renewed(boolean wanted) {
        if (!wanted) {
            join(null);
        }
        renewed = wanted;
    }

    /** Goes to a batch, or leaves the one it is in. */
    void join(@Nullable RenewalBatch next) {
        expiresAt = expiresAt();
        batch = next;
    }

    /** Whether it is in that batch and still needs it; asked without a monitor. */
    boolean isIn(RenewalBatch some) {
        return state == LeaseState.HELD && batch == some;
    }

    void expiresNoSoonerThan(long time) {
        expiresAt = Math.max(expiresAt, time);
    }

    /** Moves the state to RELEASED. */
    void released() {
        become(LeaseState.RELEASED);
    }

    /** Moves the state to LOST. */
    void lost(String reason) {
        lossReason = reason;
        become(LeaseState.LOST);
    }

    private void become(LeaseState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(this + " cannot become " + next);
        }
        state = next;
        join(null);
        run.lastsUntil(expiresAt);
    }

    /** Keeps the callback for later; false when the lease is lost and it should run now. */
    private synchronized boolean keep(Consumer<Lease> callback) {
        if (lossReason != null) {
            return false;
        }
        if (lostCallbacks == null) {
            lostCallbacks = new ArrayList<>(1);
        }
        lostCallbacks.add(callback);
        return true;
    }

    synchronized List<Consumer<Lease>> takeCallbacks() {
        List<Consumer<Lease>> callbacks = lostCallbacks == null ? List.of() : lostCallbacks;
        lostCallbacks = null;
        return callbacks;
    }

    /** Why the lease is over by this process's clock: because time went by, or because the clock jumped ahead in its last term. */
    String whyExpired() {
        long begun = expiresAt() - leaseNanos;
        return slot.engine
                .lastJump()
                .filter(jump -> jump.at() >= begun)
                .map(jump -> EXPIRED + " as the clock jumped by "
                        + Times.text(jump.by().toNanos()))
                .orElse(EXPIRED);
    }

    LeaseLostException lossException() {
        String reason = lossReason;
        String why = reason != null ? reason : state == LeaseState.RELEASED ? "was released, not lost," : whyExpired();
        return new LeaseLostException(
                name(),
                "lock '%s' %s while held by %s (lease %s); protected work may have overlapped with a later holder's"
                        .formatted(slot.id.printable(), why, holder(), Times.text(leaseNanos)));
    }

    String holder() {
        return slot.engine.shortName() + ":" + threadName;
    }

    @Override
    public String toString() {
        String fence = slot.id.kind().isFenced() ? "token " + token : "no token";
        return "Lease[lock '%s', %s, %s, held by %s]".formatted(slot.id.printable(), fence, state, holder());
    }
}
