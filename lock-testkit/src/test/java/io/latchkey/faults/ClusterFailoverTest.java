package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.testkit.RedisClusterGroup;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.Replication;
import io.latchkey.testkit.SlotMigration;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;

/** A cluster replaces dead masters, moves slots under held locks, and is incomplete at times. */
class ClusterFailoverTest extends FailoverScenarios {

    private static RedisClusterGroup cluster;
    private RedisServer killed;

    @BeforeAll
    static void startCluster() {
        cluster = RedisClusterGroup.start(Duration.ofMillis(500));
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
    RedisServer awaitSuccessorOf(RedisServer master) {
        killed = master;
        return cluster.awaitOwnerOtherThan(slot(), master);
    }

    private int slot() {
        return RedisClusterGroup.slotOf(Rig.lockKey(name));
    }

    @Test
    void whenAReplicaIsPromotedUnderLoadShouldLoseNoCount() throws Exception {
        try (Load load = new Load(name, null, 4, process(), process())) {
            awaitCycles(load, 200);

            RedisServer owner = cluster.promote(slot());

            awaitCycles(load, load.cycles() + 200);
            load.stopAndCheck(1);
            awaitNothingLeftAt(owner);
        }
    }

    @Test
    void whenItsSlotMovesShouldKeepTheLockAndGrantThoseWhoWait() throws Exception {
        LockProcess holder = process(Duration.ofSeconds(3));
        LockProcess waiter = process();
        Lease lease = holder.lock(name).acquire(WAIT);
        CompletableFuture<Lease> waiting = waiter.lock(name).acquireAsync(WAIT);
        await().atMost(Rig.SOON).until(() -> (Long) cluster.ownerOf(slot()).command("zcard", Rig.lineKey(name)) == 1);

        SlotMigration migration = cluster.migrate(slot()).begin();
        migration.moveAll();
        Thread.sleep(3_500);
        assertThat(lease.isValid()).isTrue();
        migration.end();
        Thread.sleep(1_500);

        assertThat(lease.isValid()).isTrue();
        assertThat((Long) migration.target().command("pttl", Rig.lockKey(name))).isPositive();
        lease.release();
        Lease next = Call.get(waiting);
        assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
        next.release();
        assertThat(holder.losses()).isEmpty();
        awaitNothingLeftAt(migration.target());
    }

    @Test
    void whenItsSlotMovesToAndFroUnderLoadShouldLoseNoCount() throws Exception {
        try (Load load = new Load(name, null, 4, process(), process())) {
            for (int i = 0; i < 6; i++) {
                awaitCycles(load, load.cycles() + 100);
                cluster.migrate(slot()).begin().moveAll().end();
            }
            awaitCycles(load, load.cycles() + 100);
            load.stopAndCheck(1);
            awaitNothingLeftAt(cluster.ownerOf(slot()));
        }
    }

    @Test
    void whenItsSlotIsHalfMovedShouldTryAgainWithinTheWait() throws Exception {
        LockProcess process = process();
        process.lock(name).acquire(WAIT).release();

        // The guard stays behind, so a script that needs it and the lock finds only one of them, at either node.
        SlotMigration migration = cluster.migrate(slot()).begin();
        Call<Boolean> tried = Call.make(() -> process.lock(name).tryLock());
        CompletableFuture<Call<Lease>> waiting =
                Call.start(() -> process.lock(name).acquire(WAIT));
        Thread.sleep(500);
        assertThat(waiting).isNotDone();
        migration.moveAll().end();

        assertThat(tried.failure()).isInstanceOf(LockBackendException.class).hasMessageContaining("TRYAGAIN");
        Call.get(waiting).value().release();
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

        Call<Boolean> tried = Call.make(() -> process.lock(elsewhere).tryLock(Duration.ofSeconds(1)));
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
        ClusterClientOptions options = ClusterClientOptions.builder()
                .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .disableAllAdaptiveRefreshTriggers()
                        .build())
                .build();
        LockProcess process = owned.add(
                new LockProcess(redis(), LettuceClientConfiguration.builder().clientOptions(options), settings -> {}));
        Replication before = replication();
        Lease lease = process.lock(name).acquire(WAIT);
        before.awaitInSync();

        before.master().kill();
        RedisServer master = awaitSuccessorOf(before.master());

        Lease other = process.lock(name + " other").acquire(WAIT);
        other.release();
        lease.release();
        awaitNothingLeftAt(master);
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
        Thread.sleep(1_000);
        assertThat(kept.isValid()).isTrue();
        silent.master().resume();
        silent.heal();

        cluster.awaitState("ok");
        kept.release();
        assertThat(process.losses()).containsExactly(lost);
        await().atMost(WAIT).ignoreExceptions().untilAsserted(() -> awaitNothingLeftAt(cluster.ownerOf(slot())));
    }

    @Test
    void whenAReplicaTookOverShouldListenForWakeUpsThere() throws Exception {
        LockProcess holder = process();
        LockProcess waiter = process();
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

    private static void awaitCycles(Load load, long cycles) {
        await("cycles of the load").atMost(Duration.ofSeconds(40)).until(() -> load.cycles() >= cycles);
    }
}
