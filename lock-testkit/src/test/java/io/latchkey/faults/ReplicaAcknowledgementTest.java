package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisClusterGroup;
import io.latchkey.testkit.RedisSentinelGroup;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.Replication;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.connection.RedisConfiguration;

/** A lock counts only when a replica has it. */
@Timeout(90)
@Tag("faults")
class ReplicaAcknowledgementTest {

    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Duration REPLICA_TIMEOUT = Duration.ofMillis(300);
    private static final String NAME = "order";

    @RegisterExtension
    final Owned owned = new Owned();

    private LockProcess process(RedisConfiguration redis) {
        return owned.process(redis, ReplicaAcknowledgementTest::wantAReplica);
    }

    private static void wantAReplica(RedisLocks.Builder settings) {
        // Longer than any failover, however busy the machine.
        settings.leaseTime(Duration.ofSeconds(60))
                .commandTimeout(Duration.ofSeconds(5))
                .replicas(1, REPLICA_TIMEOUT);
    }

    private void endProcessesAndLookAt(List<RedisServer> masters) throws Exception {
        owned.close();
        masters.forEach(Rig::assertNothingLeftAt);
        masters.forEach(Rig::assertNoChannelAt);
    }

    /** What must hold wherever there are replicas. */
    private void play(RedisConfiguration redis, Replication replication) throws Exception {
        LockProcess one = process(redis);
        LockProcess two = process(redis);
        whenTheReplicaIsThereShouldGrant(one, two, replication);
        whenTheReplicaIsSilentShouldGrantNothingAndLeaveNothing(one, replication);
        whenTheReplicaComesBackShouldGrantWithinTheWait(one, replication);
    }

    private static void whenTheReplicaIsThereShouldGrant(LockProcess one, LockProcess two, Replication replication)
            throws Exception {
        Lease lease = one.lock(NAME).acquire(WAIT);
        assertThat(replication.replicas().get(0).commands().keys("*{" + NAME + "}"))
                .hasSize(1);

        CompletableFuture<Void> there = two.lock(NAME).acquireAsync(WAIT).thenCompose(Lease::releaseAsync);
        CompletableFuture<Void> here = one.lock(NAME).acquireAsync(WAIT).thenCompose(Lease::releaseAsync);
        lease.release();

        Call.get(there);
        Call.get(here);
        assertThat(one.losses()).isEmpty();
        assertThat(two.losses()).isEmpty();
    }

    private static void whenTheReplicaIsSilentShouldGrantNothingAndLeaveNothing(
            LockProcess one, Replication replication) {
        replication.replicas().forEach(RedisServer::pause);

        Call<Boolean> tried = Call.make(() -> one.lock(NAME).tryLock());
        // Long enough for an answer to be known when the time is up, however busy the machine.
        Call<Boolean> waited = Call.make(() -> one.lock(NAME).tryLock(Duration.ofSeconds(4)));

        assertThat(tried.failure())
                .isInstanceOf(LockBackendException.class)
                .hasMessageContaining("lock 'order'")
                .hasMessageContaining("0 of 1 replicas confirmed the grant within 300 ms");
        assertThat(waited.failure()).isInstanceOf(LockBackendException.class).hasMessageContaining("0 of 1 replicas");
        assertThat(waited.took()).isLessThan(Duration.ofSeconds(8));
        await().atMost(WAIT).until(() -> replication.master().keys("*{" + NAME + "}*").stream()
                .allMatch(key -> key.endsWith(":guard")));
        replication.heal();
    }

    private static void whenTheReplicaComesBackShouldGrantWithinTheWait(LockProcess one, Replication replication)
            throws Exception {
        replication.replicas().forEach(RedisServer::pause);
        CompletableFuture<Call<Lease>> waiting = Call.start(() -> one.lock(NAME).acquire(WAIT));
        Thread.sleep(700);
        assertThat(waiting).isNotDone();

        replication.heal();

        Call.get(waiting).value().release();
    }

    @Nested
    class Sentinel {

        private static RedisSentinelGroup group;

        @BeforeAll
        static void start() {
            group = RedisSentinelGroup.start(1, Duration.ofSeconds(3));
        }

        @AfterAll
        static void end() {
            group.close();
        }

        @AfterEach
        void lookForTraces() throws Exception {
            endProcessesAndLookAt(List.of(group.master()));
        }

        @Test
        void whenAReplicaMustHaveItShouldBeHeldOnlyThen() throws Exception {
            play(group.configuration(), group.replication());
        }

        @Test
        void whenTheMasterDiesRightAfterShouldStillBeHeld() throws Exception {
            LockProcess holder = process(group.configuration());
            LockProcess other = process(group.configuration());
            RedisServer before = group.master();
            Lease lease = holder.lock(NAME).acquire(WAIT);

            before.kill();
            group.awaitMasterOtherThan(before);

            assertThat((Long) group.master().command("exists", Rig.lockKey(NAME)))
                    .isEqualTo(1);
            assertThat(holder.losses()).isEmpty();
            group.rejoin(before);
            lease.release();
            other.lock(NAME).acquire(WAIT).release();
        }
    }

    @Nested
    class Cluster {

        private static RedisClusterGroup cluster;

        @BeforeAll
        static void start() {
            cluster = RedisClusterGroup.start(Duration.ofSeconds(5));
        }

        @AfterAll
        static void end() {
            cluster.close();
        }

        @AfterEach
        void lookForTraces() throws Exception {
            endProcessesAndLookAt(cluster.masters());
        }

        @Test
        void whenAReplicaMustHaveItShouldBeHeldOnlyThen() throws Exception {
            play(cluster.configuration(), cluster.replicationOf(slot()));
        }

        @Test
        void whenAReplicaTakesOverShouldAskItFromThenOn() throws Exception {
            LockProcess process = process(cluster.configuration());
            process.lock(NAME).acquire(WAIT).release();

            cluster.promote(slot());

            Lease lease = process.lock(NAME).acquire(WAIT);
            assertThat((Long) cluster.ownerOf(slot()).command("exists", Rig.lockKey(NAME)))
                    .isEqualTo(1);
            lease.release();
        }

        @Test
        void whenItsSlotMovesShouldAskTheNewOwner() throws Exception {
            LockProcess process = process(cluster.configuration());
            process.lock(NAME).acquire(WAIT).release();

            cluster.migrate(slot()).begin().moveAll().end();

            process.lock(NAME).acquire(WAIT).release();
        }

        private int slot() {
            return RedisClusterGroup.slotOf(Rig.lockKey(NAME));
        }
    }

    @Nested
    class OneServer {

        @RegisterExtension
        final Rig rig = new Rig();

        @Test
        void whenThereIsNoReplicaShouldSaySo() {
            LockProcess process = rig.process(ReplicaAcknowledgementTest::wantAReplica);

            assertThatExceptionOfType(LockBackendException.class)
                    .isThrownBy(() -> process.lock(NAME).tryLock())
                    .withMessageContaining("0 of 1 replicas");
        }

        /** Sent by one that reconnected, WAIT would answer for a write it knows nothing of. */
        @Test
        void whenConnectionsAreLostAllTheTimeShouldNeverTakeSilenceForAnAnswer() throws Exception {
            LockProcess process = rig.process(ReplicaAcknowledgementTest::wantAReplica);
            for (int i = 0; i < 20; i++) {
                CompletableFuture<Call<Boolean>> tried =
                        Call.start(() -> process.lock(NAME).tryLock(Duration.ofMillis(500)));
                rig.server().command("client", "kill", "type", "normal", "skipme", "yes");

                assertThat(Call.get(tried).failure()).isInstanceOf(LockBackendException.class);
            }
        }

        @Test
        void whenTheServerIsDownAtFirstShouldWorkOnceItIsUp() throws Exception {
            RedisServer replica = rig.own(RedisServer.start());
            rig.server().kill();
            LockProcess process = rig.process(ReplicaAcknowledgementTest::wantAReplica);
            assertThatExceptionOfType(LockBackendException.class)
                    .isThrownBy(() -> process.lock(NAME).tryLock());

            rig.server().restart();
            replica.command(
                    "replicaof",
                    rig.server().host(),
                    Integer.toString(rig.server().port()));

            process.lock(NAME).acquire(WAIT).release();
        }

        @Test
        void whenConnectionsAreRestartedShouldGoOn() throws Exception {
            RedisServer replica = rig.own(RedisServer.start());
            replica.command(
                    "replicaof",
                    rig.server().host(),
                    Integer.toString(rig.server().port()));
            LockProcess process = rig.process(ReplicaAcknowledgementTest::wantAReplica);
            process.lock(NAME).acquire(WAIT).release();

            process.restartConnections();

            process.lock(NAME).acquire(WAIT).release();
        }

        @ParameterizedTest
        @CsvSource({
            "-1, PT0.1S, 'replicas must be 0 or more, was -1'",
            "1, PT0S, 'replicaTimeout must be more than 0, was PT0S'",
            "1, PT-1S, 'replicaTimeout must be more than 0, was PT-1S'",
            "1, PT0.9S, 'replicaTimeout must not be more than a third of leaseTime (PT0.8S), was PT0.9S'"
        })
        void whenSettingsAreWrongShouldNameThem(int replicas, Duration timeout, String message) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> rig.process(settings ->
                            settings.leaseTime(Duration.ofMillis(2_400)).replicas(replicas, timeout)))
                    .withMessage(message);
        }

        @Test
        void whenReplicasMayTakeLongerThanACommandShouldSayHowLong() {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> rig.process(settings -> settings.replicas(1, Duration.ofMillis(1_100))))
                    .withMessage("replicaTimeout must not be more than half of commandTimeout (PT1S), was PT1.1S");
        }

        @Test
        void whenNoneAreAskedForShouldNotMindTheTimeout() {
            LockProcess process = rig.process(settings -> settings.replicas(0, Duration.ofDays(1)));

            assertThat(process.lock(NAME).tryLock()).isTrue();
            process.lock(NAME).unlock();
        }
    }
}
