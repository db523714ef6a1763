package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.testkit.OnCluster;
import io.latchkey.testkit.RedisClusterGroup;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.Replication;
import io.latchkey.testkit.SlotMigration;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;

/** A cluster replaces dead masters, moves slots under held locks, and is incomplete at times. */
@Tag("faults")
@OnCluster
class ClusterFailoverTest extends FailoverScenarios {

    private static RedisClusterGroup cluster;
    private RedisServer killed;

    @BeforeAll
    static void startCluster() {
        cluster = RedisClusterGroup.start(Duration.ofSeconds(1));
    }

    @AfterAll
    static void closeCluster() {
        cluster.close();
    }

    @AfterEach
    void mend() {
        if (killed != null) {
            cluster.rejoin(killed);
        }
    }

    @Override
    RedisConfiguration redis() {
        return cluster.configuration();
    }

    @Override
    Replication replication() {
        return cluster.replicationOf(slot());
    }

    @Override
    List<RedisServer> servers() {
        return cluster.nodes();
    }

    @Override
    RedisServer awaitSuccessorOf(RedisServer master) {
        killed = master;
        return cluster.awaitOwnerOtherThan(slot(), master);
    }

    private int slot() {
        return RedisClusterGroup.slotOf(Rig.lockKey(name));
    }

    @Test
    void whenAReplicaIsPromotedUnderLoadShouldLoseNoCount() throws Exception {
        try (Loads loads = new Loads(process(), process())) {
            loads.awaitCycles(100);

            RedisServer owner = cluster.promote(slot());

            loads.awaitCycles(100);
            loads.stopAndCheck();
            Rig.assertNothingLeftAt(owner);
        }
    }

    @Test
    void whenTheirSlotMovesShouldKeepLocksOfAllKindsAndGrantThoseWhoWait() throws Exception {
        LockProcess holder = process(Duration.ofSeconds(3));
        LockProcess waiter = process();
        Map<LeasedKind, Lease> leases = oneOfEach().hold(holder, WAIT);
        Map<LeasedKind, CompletableFuture<Lease>> waiting = oneOfEach().ask(waiter, WAIT);
        NamedCountDownLatch latch = holder.locks().countDownLatch(name);
        latch.trySetCount(1);
        CompletableFuture<Void> through = waiter.locks().countDownLatch(name).awaitAsync();
        oneOfEach().awaitOneInEachLineAt(cluster.ownerOf(slot()));

        SlotMigration migration = cluster.migrate(slot()).begin();
        migration.moveAll();
        Rig.awaitRenewal(leases.values());
        assertThat(leases.values()).allMatch(Lease::isValid);
        migration.end();
        Rig.awaitRenewal(leases.values());

        assertThat(leases.values()).allMatch(Lease::isValid);
        for (LeasedKind kind : LeasedKind.values()) {
            assertThat((Long) migration.target().command("pttl", kind.lockKey(name)))
                    .as("time to live of %s", kind)
                    .isPositive();
        }
        leases.values().forEach(Lease::release);
        Map<LeasedKind, Lease> next = OneOfEach.granted(waiting);
        OneOfEach.assertLater(next, leases);
        next.values().forEach(Lease::release);
        assertThat(through).isNotDone();
        latch.countDown();
        Call.get(through);
        assertThat(holder.losses()).isEmpty();
        Rig.assertNothingLeftAt(migration.target());
    }

    @Test
    void whenItsSlotMovesToAndFroUnderLoadShouldLoseNoCount() throws Exception {
        try (Loads loads = new Loads(process(), process())) {
            for (int i = 0; i < 6; i++) {
                loads.awaitCycles(50);
                cluster.migrate(slot()).begin().moveAll().end();
            }
            loads.awaitCycles(50);
            loads.stopAndCheck();
            Rig.assertNothingLeftAt(cluster.ownerOf(slot()));
        }
    }

    @Test
    void whenTheirSlotIsHalfMovedShouldTryAgainWithinTheWait() throws Exception {
        LockProcess process = process();
        oneOfEach().hold(process, WAIT).values().forEach(Lease::release);

        // The guards stay behind, so a script that needs one and the lock finds only one of them, at either node.
        SlotMigration migration = cluster.migrate(slot()).begin();
        Map<LeasedKind, CompletableFuture<Lease>> tried = oneOfEach().ask(process, Duration.ZERO);
        tried.forEach((kind, once) -> assertThat(once)
                .as("%s without waiting", kind)
                .failsWithin(Rig.SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockBackendException.class)
                .withMessageContaining("TRYAGAIN"));
        Map<LeasedKind, CompletableFuture<Lease>> waiting = oneOfEach().ask(process, WAIT);
        Thread.sleep(500);
        assertThat(waiting.values()).noneMatch(CompletableFuture::isDone);
        migration.moveAll().end();

        OneOfEach.granted(waiting).values().forEach(Lease::release);
    }

    @Test
    void whenTheClusterIsIncompleteShouldWaitUntilItIsNot() throws Exception {
        LockProcess process = process();
        Replication gone = replication();
        String elsewhere = nameElsewhere(gone.master());
        process.lock(elsewhere).acquire(WAIT).release();
        gone.cut();
        gone.master().kill();
        cluster.awaitState("fail");

        Call<Boolean> tried = Call.make(() -> process.lock(elsewhere).tryLock(Duration.ofSeconds(3)));
        CompletableFuture<Call<Lease>> there =
                Call.start(() -> process.lock(elsewhere).acquire(WAIT));
        CompletableFuture<Call<Lease>> here =
                Call.start(() -> process.lock(name).acquire(WAIT));
        Thread.sleep(500);
        assertThat(there).isNotDone();
        assertThat(here).isNotDone();
        gone.heal();
        awaitSuccessorOf(gone.master());

        assertThat(tried.failure()).isInstanceOf(LockBackendException.class).hasMessageContaining("CLUSTERDOWN");
        Call.get(there).value().release();
        Call.get(here).value().release();
    }

    /** As in Spring Boot 3, unless told otherwise. */
    @Test
    void whenLettuceDoesNotLookByItselfShouldStillFollowTheLock() throws Exception {
        LockProcess process = processWhoseLettuceDoesNotLook();
        Replication before = replication();
        Lease lease = process.lock(name).acquire(WAIT);
        before.awaitInSync();

        before.master().kill();
        RedisServer master = awaitSuccessorOf(before.master());

        Lease other = process.lock(name + " other").acquire(WAIT);
        other.release();
        lease.release();
        Rig.assertNothingLeftAt(master);
    }

    /** It follows each request that was sent to the wrong node, but would send the next one there too. */
    @Test
    void whenLettuceDoesNotLookByItselfShouldStillListenWhereTheLockIs() throws Exception {
        assertListensAtTheNewOwner(processWhoseLettuceDoesNotLook());
    }

    private LockProcess processWhoseLettuceDoesNotLook() throws ReflectiveOperationException {
        ClusterTopologyRefreshOptions.Builder refresh = ClusterTopologyRefreshOptions.builder();
        if (!ClusterTopologyRefreshOptions.create().getAdaptiveRefreshTriggers().isEmpty()) {
            // Lettuce 7 looks unless told otherwise; those before cannot be told.
            refresh.getClass().getMethod("disableAllAdaptiveRefreshTriggers").invoke(refresh);
        }
        ClusterClientOptions options = ClusterClientOptions.builder()
                .topologyRefreshOptions(refresh.build())
                .build();
        return owned.add(
                new LockProcess(redis(), LettuceClientConfiguration.builder().clientOptions(options), settings -> {}));
    }

    /** Renewals of one node's leases must not be lost because another node is silent. */
    @Test
    void whenOneNodeIsSilentLeasesAtTheOthersShouldLiveOn() throws Exception {
        cluster.nodes().forEach(node -> node.command("config", "set", "cluster-require-full-coverage", "no"));
        LockProcess process = process(Duration.ofSeconds(4));
        Replication silent = replication();
        String elsewhere = nameElsewhere(silent.master());
        Lease lost = process.lock(name).acquire(WAIT);
        Lease kept = process.lock(elsewhere).acquire(WAIT);
        silent.awaitInSync();

        silent.master().pause();
        silent.replicas().forEach(RedisServer::pause);
        await().atMost(WAIT).until(() -> process.losses().equals(List.of(lost)));
        Rig.awaitRenewal(kept);
        silent.master().resume();
        silent.heal();

        cluster.awaitState("ok");
        kept.release();
        assertThat(process.losses()).containsExactly(lost);
        await().atMost(WAIT).ignoreExceptions().untilAsserted(() -> Rig.assertNothingLeftAt(cluster.ownerOf(slot())));
    }

    @Test
    void whenAReplicaTookOverShouldListenForWakeUpsThere() throws Exception {
        assertListensAtTheNewOwner(process());
    }

    private void assertListensAtTheNewOwner(LockProcess waiter) throws Exception {
        LockProcess holder = process();
        holder.lock(name).acquire(WAIT).release();

        RedisServer owner = cluster.promote(slot());
        Lease lease = holder.lock(name).acquire(WAIT);
        CompletableFuture<Lease> waiting = waiter.lock(name).acquireAsync(WAIT);

        await("the waiter listens at the new owner")
                .atMost(WAIT)
                .until(() -> !((List<?>) owner.command("pubsub", "channels", "latchkey:wake:*")).isEmpty());
        lease.release();
        Call.get(waiting).release();
    }

    /** The name of a lock that lives at another node. */
    private String nameElsewhere(RedisServer node) {
        for (int i = 0; ; i++) {
            String candidate = name + " elsewhere " + i;
            if (!cluster.ownerOf(RedisClusterGroup.slotOf(Rig.lockKey(candidate)))
                    .equals(node)) {
                return candidate;
            }
        }
    }

    /** A load for each kind of exclusive lock, all in the slot. */
    private final class Loads implements AutoCloseable {

        private final List<Load> loads = new ArrayList<>();

        Loads(LockProcess... processes) {
            for (ExclusiveKind kind : ExclusiveKind.values()) {
                loads.add(new Load(kind, name + "} load of " + kind, null, 2, processes));
            }
        }

        /** Waits until each has done that many more. */
        void awaitCycles(long more) {
            for (Load load : loads) {
                long before = load.cycles();
                await("cycles of the load").atMost(Duration.ofSeconds(40)).until(() -> load.cycles() >= before + more);
            }
        }

        void stopAndCheck() throws InterruptedException {
            close();
            for (Load load : loads) {
                load.stopAndCheck(1);
            }
        }

        @Override
        public void close() {
            loads.forEach(Load::close);
        }
    }
}
