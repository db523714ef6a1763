package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What every contract is played with: a backend, two processes on it, threads. Each test must leave the backend empty. */
public abstract class TwoProcesses {

    private static final Duration LEASE_TIME = Duration.ofSeconds(30);
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final List<Peer> peers = new CopyOnWriteArrayList<>();
    private final List<Actor> actors = new CopyOnWriteArrayList<>();
    private @Nullable Peer first;
    private @Nullable Peer second;

    /** Starts the locks of one process, whose watchdog leases last that long. */
    protected abstract Peer start(Duration leaseTime, List<LockListener> listeners);

    /** What is at the backend now, by whatever names it has there, without marks that go away by themselves. */
    public abstract List<String> leftovers();

    /** Where processes listen for wake-ups, whichever of them, where that can be seen. */
    public List<String> channels() {
        return List.of();
    }

    @BeforeEach
    final void openTwoProcesses() {
        first = open(LEASE_TIME);
        second = open(LEASE_TIME);
    }

    @AfterEach
    final void lookForLeftoversAndCloseAll() {
        actors.forEach(Actor::close);
        try {
            // While they live: closing gives back what a test, or a lock, has forgotten.
            awaitNothingLeft();
        } finally {
            peers.forEach(Peer::close);
        }
        awaitNothingLeft();
        eventually().untilAsserted(() -> assertThat(channels()).isEmpty());
    }

    final Peer first() {
        return requireNonNull(first);
    }

    final Peer second() {
        return requireNonNull(second);
    }

    /** Opens one more process; it is closed after the test. */
    public final Peer open(Duration leaseTime, LockListener... listeners) {
        Peer peer = start(leaseTime, List.of(listeners));
        peers.add(peer);
        return peer;
    }

    /** One more thread. */
    public final Actor actor() {
        Actor actor = new Actor("actor-" + (actors.size() + 1));
        actors.add(actor);
        return actor;
    }

    /** A name no other test uses. */
    public final String freshName() {
        return "lock-" + NAMES.incrementAndGet();
    }

    public final void awaitNothingLeft() {
        eventually().untilAsserted(() -> assertThat(leftovers()).isEmpty());
    }
}
