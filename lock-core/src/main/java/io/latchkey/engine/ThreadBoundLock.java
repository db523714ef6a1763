package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.composite.Joint;
import io.latchkey.spi.LockBackend.Holder;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import io.latchkey.spi.ThreadName;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A lock as its user sees it: re-entrancy on top of the engine's leases. It has no state of its own. */
final class ThreadBoundLock implements Joint.Member {

    private final LockEngine engine;
    private final ThreadHolds holds;
    private final LockId id;
    private final UnaryOperator<LockRequest> whenNew;
    private final @Nullable Waiter placeholder;

    ThreadBoundLock(LockEngine engine, ThreadHolds holds, LockId id) {
        this(engine, holds, id, UnaryOperator.identity());
    }

    /** With something to check or add when the thread is about to wait for a lock that it does not hold yet. */
    ThreadBoundLock(LockEngine engine, ThreadHolds holds, LockId id, UnaryOperator<LockRequest> whenNew) {
        this(engine, holds, id, whenNew, null);
    }

    private ThreadBoundLock(
            LockEngine engine,
            ThreadHolds holds,
            LockId id,
            UnaryOperator<LockRequest> whenNew,
            @Nullable Waiter placeholder) {
        this.engine = engine;
        this.holds = holds;
        this.id = id;
        this.whenNew = whenNew;
        this.placeholder = placeholder;
    }

    /** The same lock, for one call that takes the place in line of a waiter. */
    ThreadBoundLock insteadOf(Waiter waiter) {
        return new ThreadBoundLock(engine, holds, id, whenNew, waiter);
    }

    private LockRequest now() {
        return LockRequest.now(id).instead(placeholder);
    }

    private LockRequest patient() {
        return LockRequest.patient(id).instead(placeholder);
    }

    @Override
    public String name() {
        return id.name();
    }

    @Override
    public String kind() {
        return id.kind().label();
    }

    @Override
    public String place() {
        return engine.backend.place();
    }

    @Override
    public Object store() {
        return engine.backend.store();
    }

    @Override
    public Joint joint() {
        return EngineJoint.OF_ALL;
    }

    /** What is asked for together with other locks. */
    LockRequest request(Duration waitTime, @Nullable Duration leaseTime, boolean asThread) {
        LockRequest request = now().waitUpTo(waitTime);
        LockRequest timed = leaseTime == null ? request : request.leaseFor(leaseTime);
        return asThread ? whenNew.apply(timed) : timed;
    }

    @Nullable
    Reservation reserve(LockRequest request, Map<Reach, Owner> owners, Runnable whenSettled) {
        return engine.slot(id).reserve(new Waiter(request, engine, whenSettled), owners);
    }

    @Override
    public void enter(Lease lease) {
        holds.open(id, (HeldLease) lease);
    }

    @Override
    public @Nullable HeldLease leave() {
        ThreadHold hold = holds.current(id);
        if (hold == null) {
            throw notHeldHere();
        }
        if (hold.leaveNested()) {
            return null;
        }
        holds.close(id);
        return hold.lease;
    }

    @Override
    public void lock() {
        enterUninterruptibly(patient());
    }

    @Override
    public void lock(Duration leaseTime) {
        enterUninterruptibly(patient().leaseFor(leaseTime));
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        enter(patient());
    }

    @Override
    public boolean tryLock() {
        return enterUninterruptibly(now());
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return tryLock(Duration.ofNanos(Math.max(0, unit.toNanos(time))));
    }

    @Override
    public boolean tryLock(Duration waitTime) throws InterruptedException {
        return enter(now().waitUpTo(waitTime));
    }

    @Override
    public boolean tryLock(Duration waitTime, Duration leaseTime) throws InterruptedException {
        return enter(now().waitUpTo(waitTime).leaseFor(leaseTime));
    }

    private boolean enter(LockRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return enterAgain(request) || bound(engine.calls.acquire(whenNew.apply(request), true));
    }

    private boolean enterUninterruptibly(LockRequest request) {
        return enterAgain(request) || bound(engine.calls.acquireUninterruptibly(whenNew.apply(request)));
    }

    private boolean enterAgain(LockRequest request) {
        ThreadHold hold = holds.current(id);
        return hold != null && hold.enter(request, engine);
    }

    private boolean bound(Waiter settled) {
        HeldLease lease = engine.calls.outcome(settled);
        if (lease != null) {
            enter(lease);
        }
        return lease != null;
    }

    @Override
    public void unlock() {
        HeldLease left = leave();
        if (left != null) {
            left.release();
        }
    }

    private IllegalMonitorStateException notHeldHere() {
        HeldLease here = engine.heldHere(id);
        return new IllegalMonitorStateException(
                "lock '%s' is not held by thread '%s'%s; only the thread that locked it may unlock it, once for each time it locked"
                        .formatted(
                                id.printable(), ThreadName.current(), here == null ? "" : " but by " + here.holder()));
    }

    @Override
    public Lease acquire(Duration waitTime) throws InterruptedException {
        return engine.calls.acquireOrThrow(whenNew.apply(now().waitUpTo(waitTime)));
    }

    @Override
    public Lease acquire(Duration waitTime, Duration leaseTime) throws InterruptedException {
        return engine.calls.acquireOrThrow(
                whenNew.apply(now().waitUpTo(waitTime).leaseFor(leaseTime)));
    }

    @Override
    public Optional<Lease> tryAcquire() {
        return Optional.ofNullable(engine.calls.outcome(engine.calls.acquireUninterruptibly(now())));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(Duration waitTime) {
        return AsyncAcquisition.start(engine, now().waitUpTo(waitTime));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(Duration waitTime, Duration leaseTime) {
        return AsyncAcquisition.start(engine, now().waitUpTo(waitTime).leaseFor(leaseTime));
    }

    @Override
    public boolean isLocked() {
        return !engine.look(id).isEmpty();
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return getHoldCount() > 0;
    }

    @Override
    public int getHoldCount() {
        ThreadHold hold = holds.current(id);
        return hold == null ? 0 : hold.count();
    }

    @Override
    public Optional<Lease> currentLease() {
        ThreadHold hold = holds.current(id);
        return hold == null ? Optional.empty() : Optional.of(hold.lease);
    }

    @Override
    public Duration remainingLease() {
        return engine.look(id).stream()
                .map(Holder::remaining)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    @Override
    public Optional<String> holder() {
        HeldLease here = engine.heldHere(id);
        return here != null
                ? Optional.of(here.holder())
                : engine.look(id).stream().findFirst().map(Holder::owner);
    }

    @Override
    public boolean forceUnlock() {
        return engine.forceUnlock(id);
    }

    /** Two made for one name are the same lock. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ThreadBoundLock lock && engine == lock.engine && id.equals(lock.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "NamedLock[" + id.kind().label() + " '" + id.printable() + "']";
    }
}
