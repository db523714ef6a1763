package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.composite.Failure;
import io.latchkey.composite.Joint;
import io.latchkey.engine.Requests.Ending;
import io.latchkey.spi.LockId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Takes and gives back locks of one engine that one request reaches.
 *
 * @param reach what the backend says they have in common
 */
record EngineJoint(LockEngine engine, Object reach) implements Joint {

    static @Nullable Joint of(LockEngine engine, LockId lock) {
        Object reach = engine.backend.reach(lock);
        return reach == null ? null : new EngineJoint(engine, reach);
    }

    @Override
    public boolean enter(List<NamedLock> locks, @Nullable Duration leaseTime, Duration patience) {
        List<HeldLease> leases = take(locks, leaseTime, patience);
        if (leases == null) {
            return false;
        }
        for (int i = 0; i < leases.size(); i++) {
            ((ThreadBoundLock) locks.get(i)).entered(leases.get(i));
        }
        return true;
    }

    @Override
    public @Nullable List<Lease> acquire(List<NamedLock> locks, @Nullable Duration leaseTime, Duration patience) {
        List<HeldLease> leases = take(locks, leaseTime, patience);
        return leases == null ? null : List.copyOf(leases);
    }

    private @Nullable List<HeldLease> take(List<NamedLock> locks, @Nullable Duration leaseTime, Duration patience) {
        List<LockRequest> requests = locks.stream()
                .map(lock -> ((ThreadBoundLock) lock).requestNow(leaseTime))
                .toList();
        return JointAttempt.make(engine, requests, Times.waitNanos(patience));
    }

    @Override
    public void leave(List<NamedLock> locks) {
        Failure failure = new Failure();
        List<HeldLease> left = new ArrayList<>();
        failure.reversed(locks, lock -> {
            HeldLease lease = ((ThreadBoundLock) lock).leave();
            if (lease != null) {
                left.add(lease);
            }
        });
        giveBack(left, failure);
        failure.rethrow();
    }

    @Override
    public void release(List<Lease> leases) {
        List<HeldLease> held = new ArrayList<>();
        for (int i = leases.size() - 1; i >= 0; i--) {
            held.add((HeldLease) leases.get(i));
        }
        Failure failure = new Failure();
        giveBack(held, failure);
        failure.rethrow();
    }

    /** Those that nobody here waits for are released in one request. */
    private void giveBack(List<HeldLease> leases, Failure failure) {
        List<Ending> endings = new ArrayList<>();
        List<@Nullable CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (HeldLease lease : leases) {
            answers.add(lease.slot.release(lease, endings::add));
        }
        if (!endings.isEmpty()) {
            engine.requests.releaseTogether(endings);
        }
        for (int i = 0; i < leases.size(); i++) {
            HeldLease lease = leases.get(i);
            CompletableFuture<Boolean> answer = answers.get(i);
            failure.attempt(() -> lease.awaitRelease(answer));
        }
    }
}
