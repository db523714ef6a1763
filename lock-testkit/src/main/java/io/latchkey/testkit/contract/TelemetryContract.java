package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.LONG;
import static io.latchkey.testkit.contract.LockWorld.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockAttempt.Outcome;
import io.latchkey.LockOverview;
import io.latchkey.LockOverview.Holder;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What can be seen of the locks from outside: attempts and how they end, hand-overs, polls, holders, waiters. */
@Timeout(60)
public abstract class TelemetryContract extends TwoProcesses {

    private final AttemptRecorder recorder = new AttemptRecorder();

    @Test
    void whenAcquiredShouldTellTheAttemptAtBothEnds() throws Exception {
        NamedLock lock = observed().locks().reentrant(freshName());

        Lease lease = lock.acquire(Duration.ZERO);

        assertThat(recorder.begun()).singleElement().satisfies(attempt -> {
            assertThat(attempt.kind()).isEqualTo("reentrant");
            assertThat(attempt.lockName()).isEqualTo(lock.name());
            assertThat(attempt.outcome()).hasValue(Outcome.ACQUIRED);
            assertThat(attempt.lease()).containsSame(lease);
            assertThat(attempt.waited()).isBetween(Duration.ZERO, LONG);
        });
        assertThat(recorder.ended()).isEqualTo(recorder.begun());
        assertThat(recorder.outcomesWhenBegun()).containsOnlyNulls();
        lease.release();
    }

    @Test
    void whenBusyShouldTellSo() throws Exception {
        NamedLock lock = observed().locks().reentrant(freshName());
        Lease held = second().locks().reentrant(lock.name()).acquire(Duration.ZERO);

        assertThat(lock.tryLock(Duration.ofSeconds(1))).isFalse();

        assertThat(recorder.outcomes()).containsExactly(Outcome.BUSY);
        assertThat(recorder.ended().get(0).lease()).isEmpty();
        assertThat(recorder.ended().get(0).waited()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        held.release();
    }

    @Test
    void whenTheCallerGoesAwayShouldTellSo() throws Exception {
        NamedLock lock = observed().locks().reentrant(freshName());
        Lease held = second().locks().reentrant(lock.name()).acquire(Duration.ZERO);

        CompletableFuture<Lease> future = lock.acquireAsync(LONG);
        future.cancel(false);
        assertThat(recorder.outcomes()).containsExactly(Outcome.CANCELLED);

        Task<?> waiting = actor().start(() -> lock.tryLock(LONG)).awaitParked();
        waiting.interrupt();
        eventually().until(() -> recorder.outcomes().equals(List.of(Outcome.CANCELLED, Outcome.CANCELLED)));
        held.release();
    }

    @Test
    void whenTheLocksAreClosedShouldTellOfAFailure() throws Exception {
        Peer observed = observed();
        Lease held = wanted(second()).acquire(Duration.ZERO);
        CompletableFuture<Lease> waiting = wanted(observed).acquireAsync(LONG);

        observed.close();

        assertThat(waiting).failsWithin(20, TimeUnit.SECONDS);
        assertThat(recorder.outcomes()).containsExactly(Outcome.FAILED);
        assertThat(recorder.ended().get(0).failure())
                .hasValueSatisfying(failure -> assertThat(failure).hasMessageContaining("closed"));
        held.release();
    }

    @Test
    void whenEnteredAgainShouldTellOfNoFurtherAttempt() {
        NamedLock lock = observed().locks().reentrant(freshName());

        lock.lock();
        lock.lock();
        lock.unlock();
        lock.unlock();

        assertThat(recorder.begun()).hasSize(1);
    }

    @Test
    void whenHandedToTheNextInThisProcessShouldTellSo() throws Exception {
        NamedLock lock = observed().locks().reentrant(freshName());
        for (int i = 0; i < 20 && recorder.passedOn().isEmpty(); i++) {
            Lease held = lock.acquire(Duration.ZERO);
            CompletableFuture<Lease> next = lock.acquireAsync(LONG);
            // In memory only while the run is younger than some milliseconds, which a slow machine may need for less.
            held.release();
            next.get(20, TimeUnit.SECONDS).release();
        }

        assertThat(recorder.passedOn()).containsOnly("reentrant " + lock.name());
    }

    @Test
    void whenAHolderTakesItsTimeShouldTellOfPolls() throws Exception {
        Lease held = wanted(second()).acquire(Duration.ZERO);
        CompletableFuture<Lease> waiting = wanted(observed()).acquireAsync(LONG);

        eventually().until(() -> !recorder.polled().isEmpty());
        assertThat(recorder.polled()).containsOnly("reentrant wanted");
        waiting.cancel(false);
        held.release();
    }

    @Test
    void shouldShowWhatIsHeldHere() throws Exception {
        Peer observed = observed();
        Lease renewed = observed.locks().reentrant("renewed").acquire(Duration.ZERO);
        Lease fixed = observed.locks().readWrite("fixed").readLock().acquire(Duration.ZERO, LONG);
        LockOverview overview = (LockOverview) observed.locks();

        assertThat(overview.held()).hasSize(2);
        assertThat(overview.held()).anySatisfy(held -> {
            assertThat(held.kind()).isEqualTo("reentrant");
            assertThat(held.name()).isEqualTo("renewed");
            assertThat(held.renewed()).isTrue();
        });
        assertThat(overview.held()).anySatisfy(held -> {
            assertThat(held.kind()).isEqualTo("read");
            assertThat(held.name()).isEqualTo("fixed");
            assertThat(held.thread()).isEqualTo(Thread.currentThread().getName());
            assertThat(held.fencingToken()).isEqualTo(fixed.fencingToken());
            assertThat(held.heldFor()).isBetween(Duration.ZERO, LONG);
            assertThat(held.remaining()).isBetween(Duration.ofSeconds(1), LONG);
            assertThat(held.renewed()).isFalse();
        });
        assertThat(((LockOverview) second().locks()).held()).isEmpty();
        renewed.release();
        fixed.release();
        assertThat(overview.held()).isEmpty();
    }

    @Test
    void shouldShowWhoWaitsHere() throws Exception {
        Peer observed = observed();
        Lease held = wanted(second()).acquire(Duration.ZERO);
        CompletableFuture<Lease> first = wanted(observed).acquireAsync(LONG);
        Actor actor = actor();
        Task<?> second = actor.start(() -> wanted(observed).lockInterruptibly()).awaitParked();
        LockOverview overview = (LockOverview) observed.locks();

        eventually().until(() -> overview.waiting().size() == 2);
        assertThat(overview.waiting().get(0)).satisfies(waiting -> {
            assertThat(waiting.kind()).isEqualTo("reentrant");
            assertThat(waiting.name()).isEqualTo("wanted");
            assertThat(waiting.thread()).isEqualTo(Thread.currentThread().getName());
            assertThat(waiting.waitingFor()).isBetween(Duration.ZERO, LONG);
            assertThat(waiting.remaining()).isBetween(Duration.ofSeconds(1), LONG);
        });
        assertThat(overview.waiting().get(1)).satisfies(waiting -> {
            assertThat(waiting.thread()).isEqualTo(actor.name());
            assertThat(waiting.remaining()).isNull();
        });
        first.cancel(false);
        second.interrupt();
        eventually().until(() -> overview.waiting().isEmpty());
        held.release();
    }

    @Test
    void shouldShowWhoHoldsALockAnywhere() throws Exception {
        String name = freshName();
        Lease held = second().locks().readWrite(name).writeLock().acquire(Duration.ZERO, LONG);
        Lease permit = second().locks().semaphore(name, 2).acquire(Duration.ZERO);
        LockOverview overview = (LockOverview) first().locks();

        assertThat(overview.holders(name)).extracting(Holder::kind).containsExactlyInAnyOrder("write", "semaphore");
        assertThat(overview.holders(name)).allSatisfy(holder -> {
            assertThat(holder.owner()).isNotBlank();
            assertThat(holder.remaining()).isBetween(Duration.ofSeconds(1), LONG.plusSeconds(1));
        });
        assertThat(overview.holders("nobody's")).isEmpty();
        held.release();
        permit.release();
    }

    private Peer observed() {
        return open(Duration.ofSeconds(30), recorder);
    }

    private static NamedLock wanted(Peer peer) {
        return peer.locks().reentrant("wanted");
    }
}
