package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.Replication;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.RedisConfiguration;

/** A master dies and a replica takes its place, whoever decides that: with what it knew, or without. */
@Timeout(120)
abstract class FailoverScenarios {

    static final Duration WAIT = Duration.ofSeconds(30);

    /** Longer than a failover and what a client takes to notice it; renewed every five seconds. */
    static final Duration LEASE = Duration.ofSeconds(15);

    private static final AtomicInteger NAMES = new AtomicInteger();

    final String name = "order:" + NAMES.incrementAndGet();

    @RegisterExtension
    final Owned owned = new Owned();

    /** How a client gets there. */
    abstract RedisConfiguration redis();

    /** The server that has the lock, and those that follow it. */
    abstract Replication replication();

    /** Waits until another has taken the place of a dead master. */
    abstract RedisServer awaitSuccessorOf(RedisServer master);

    /** All servers that may have subscribers. */
    abstract List<RedisServer> servers();

    @AfterEach
    final void endProcessesAndLookForChannels() throws Exception {
        owned.close();
        servers().forEach(Rig::assertNoChannelAt);
    }

    final LockProcess process() {
        return process(LEASE);
    }

    final LockProcess process(Duration leaseTime) {
        return owned.process(redis(), settings -> settings.leaseTime(leaseTime).commandTimeout(Duration.ofSeconds(10)));
    }

    final OneOfEach oneOfEach() {
        return new OneOfEach(name);
    }

    @Test
    void whenLocksOfAllKindsWereReplicatedShouldKeepThem() throws Exception {
        LockProcess holder = process();
        LockProcess other = process();
        Replication before = replication();
        Map<LeasedKind, Lease> leases = oneOfEach().hold(holder, WAIT);
        before.awaitInSync();

        before.master().kill();
        RedisServer master = awaitSuccessorOf(before.master());

        oneOfEach().awaitRenewalsAt(master, LEASE);
        assertThat(leases.values()).allMatch(Lease::isValid);
        oneOfEach().assertRefused(other);
        leases.values().forEach(Lease::release);
        assertThat(holder.losses()).isEmpty();
        Map<LeasedKind, Lease> next = OneOfEach.granted(oneOfEach().ask(other, WAIT));
        OneOfEach.assertLater(next, leases);
        next.values().forEach(Lease::release);
        Rig.assertNothingLeftAt(master);
    }

    @Test
    void whenLocksOfAllKindsWereNotReplicatedShouldTellTheirHolderAndGiveTheNextGreaterTokens() throws Exception {
        LockProcess holder = process();
        LockProcess other = process();
        Replication before = replication();
        before.awaitInSync();
        before.cut();
        Map<LeasedKind, Lease> leases = oneOfEach().hold(holder, WAIT);
        FencedCounter store = new FencedCounter();
        store.write(leases.get(LeasedKind.REENTRANT).fencingToken(), 1);

        before.master().kill();
        before.heal();
        RedisServer master = awaitSuccessorOf(before.master());
        Map<LeasedKind, Lease> next = OneOfEach.granted(oneOfEach().ask(other, WAIT));
        store.write(next.get(LeasedKind.REENTRANT).fencingToken(), 2);

        await().atMost(WAIT).untilAsserted(() -> assertThat(holder.losses())
                .containsExactlyInAnyOrderElementsOf(OneOfEach.parts(leases)));
        assertThat(leases.values()).noneMatch(Lease::isValid).allSatisfy(lease -> assertThatExceptionOfType(
                        LeaseLostException.class)
                .isThrownBy(lease::release));
        store.write(leases.get(LeasedKind.REENTRANT).fencingToken(), 3);
        assertThat(store.value()).isEqualTo(2);
        OneOfEach.assertLater(next, leases);
        next.values().forEach(Lease::release);
        assertThat(other.losses()).isEmpty();
        Rig.assertNothingLeftAt(master);
    }

    @Test
    void whenOneWaitsForLocksOfAllKindsShouldBeGrantedThemByTheSuccessor() throws Exception {
        LockProcess holder = process();
        LockProcess waiter = process();
        Replication before = replication();
        Map<LeasedKind, Lease> leases = oneOfEach().hold(holder, WAIT);
        Map<LeasedKind, CompletableFuture<Lease>> waiting = oneOfEach().ask(waiter, Duration.ofSeconds(60));
        NamedCountDownLatch latch = holder.locks().countDownLatch(name);
        latch.trySetCount(2);
        CompletableFuture<Void> through = waiter.locks().countDownLatch(name).awaitAsync();
        oneOfEach().awaitOneInEachLineAt(before.master());
        latch.countDown();
        before.awaitInSync();

        before.master().kill();
        RedisServer master = awaitSuccessorOf(before.master());
        leases.values().forEach(Lease::release);

        Map<LeasedKind, Lease> next = OneOfEach.granted(waiting);
        OneOfEach.assertLater(next, leases);
        next.values().forEach(Lease::release);
        assertThat(latch.getCount()).isEqualTo(1);
        assertThat(through).isNotDone();
        latch.countDown();
        Call.get(through);
        assertThat(holder.losses()).isEmpty();
        assertThat(waiter.losses()).isEmpty();
        Rig.assertNothingLeftAt(master);
    }

    @Test
    void whenManyCountThroughItAFencedStoreShouldLoseNothing() throws Exception {
        LockProcess one = process(Duration.ofSeconds(3));
        LockProcess two = process(Duration.ofSeconds(3));
        Replication before = replication();
        try (FencedLoad load = new FencedLoad(name, 4, one, two)) {
            load.awaitProgress(20);

            before.master().kill();
            RedisServer master = awaitSuccessorOf(before.master());

            load.awaitProgress(20);
            load.stopAndCheck();
            Rig.assertNothingLeftAt(master);
        }
    }
}
