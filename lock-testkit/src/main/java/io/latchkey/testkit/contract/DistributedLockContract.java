package io.latchkey.testkit.contract;

import static java.util.Objects.requireNonNull;

import io.latchkey.LockListener;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * What every exclusive lock must do, of whatever kind, on whatever backend. A test class extends it and says how to open
 * a process on the backend; the parts are in the interfaces.
 */
@Timeout(120)
public abstract class DistributedLockContract
        implements JavaLockContract,
                InterruptionContract,
                ReentrancyContract,
                NestedLeaseContract,
                LeaseContract,
                LossContract,
                AsyncContract,
                WaitingContract,
                ExclusionContract,
                FencingContract,
                LookingContract,
                ListenerContract,
                NameContract,
                DurationContract,
                ClosingContract {

    private static final Duration LEASE_TIME = Duration.ofSeconds(30);
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final List<Peer> peers = new CopyOnWriteArrayList<>();
    private final List<Actor> actors = new CopyOnWriteArrayList<>();
    private @Nullable Peer first;
    private @Nullable Peer second;

    /** Starts the locks of one process, whose watchdog leases last that long. */
    protected abstract Peer start(Duration leaseTime, List<LockListener> listeners);

    /** What is at the backend now, by whatever names it has there, without marks that go away by themselves. */
    @Override
    public abstract List<String> leftovers();

    /** The kind of lock that is put to the test. */
    protected NamedLock lock(Locks locks, String name) {
        return locks.reentrant(name);
    }

    @BeforeEach
    final void openTwoProcesses() {
        first = open(LEASE_TIME);
        second = open(LEASE_TIME);
    }

    @AfterEach
    final void closeAllAndLookForLeftovers() {
        actors.forEach(Actor::close);
        peers.forEach(Peer::close);
        awaitNothingLeft();
    }

    @Override
    public final NamedLock here(String name) {
        return in(requireNonNull(first), name);
    }

    @Override
    public final NamedLock there(String name) {
        return in(requireNonNull(second), name);
    }

    @Override
    public final NamedLock in(Peer peer, String name) {
        return lock(peer.locks(), name);
    }

    @Override
    public final Peer open(Duration leaseTime, LockListener... listeners) {
        Peer peer = start(leaseTime, List.of(listeners));
        peers.add(peer);
        return peer;
    }

    @Override
    public final Actor actor() {
        Actor actor = new Actor("actor-" + (actors.size() + 1));
        actors.add(actor);
        return actor;
    }

    @Override
    public final String freshName() {
        return "lock-" + NAMES.incrementAndGet();
    }
}
