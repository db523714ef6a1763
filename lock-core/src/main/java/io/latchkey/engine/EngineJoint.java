package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.composite.Failure;
import io.latchkey.composite.Joint;
import io.latchkey.engine.Requests.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks for locks of any engines at once, and gives them back at once. */
final class EngineJoint implements Joint {

    static final Joint OF_ALL = new EngineJoint();

    private EngineJoint() {}

    @Override
    public @Nullable Request reserve(
            List<NamedLock> locks, Duration wait, @Nullable Duration leaseTime, boolean asThread) {
        List<ThreadBoundLock> ours =
                locks.stream().map(lock -> (ThreadBoundLock) lock).toList();
        // All of them before the first is reserved, as one may be refused.
        List<LockRequest> requests = ours.stream()
                .map(lock -> lock.request(lock.equals(ours.get(0)) ? wait : Duration.ZERO, leaseTime, asThread))
                .toList();
        return JointAttempt.reserve(ours, requests);
    }

    @Override
    public void release(List<Lease> leases) {
        long since = System.nanoTime();
        Failure failure = new Failure();
        end(leases).forEach(ended -> failure.attempt(() -> ended.lease.awaitRelease(ended.answer, since)));
        failure.rethrow();
    }

    @Override
    public List<CompletableFuture<Void>> releaseAsync(List<Lease> leases) {
        return end(leases).stream()
                .map(ended -> ended.lease.confirmed(ended.answer))
                .toList();
    }

    /** Ends them here, the last one first, and then at their backends, whose answers are not waited for. */
    private static List<Ended> end(List<Lease> leases) {
        List<Ended> all = new ArrayList<>(leases.size());
        List<Last> last = new ArrayList<>(leases.size());
        for (int i = leases.size() - 1; i >= 0; i--) {
            HeldLease lease = (HeldLease) leases.get(i);
            all.add(new Ended(lease, lease.slot.release(lease, ending -> last.add(new Last(lease.slot, ending)))));
        }
        Reach.sort(
                last,
                Last::request,
                some -> some.get(0)
                        .slot
                        .engine
                        .requests
                        .releaseTogether(some.stream().map(Last::ending).toList()),
                one -> one.slot.engine.requests.release(one.ending));
        return all;
    }

    /**
     * A lease that was given up.
     *
     * @param answer as the slot gave it
     */
    private record Ended(HeldLease lease, @Nullable CompletableFuture<Boolean> answer) {}

    /** A hold that nobody here waits for, so that it is to be ended at the backend. */
    private record Last(Slot slot, Ending ending) {

        /** What one request ends: what it reaches, and one owner has. */
        @Nullable
        Object request() {
            Reach reach = Reach.of(slot.engine, slot.id);
            return reach == null ? null : List.of(reach, ending.hold().owner());
        }
    }
}
