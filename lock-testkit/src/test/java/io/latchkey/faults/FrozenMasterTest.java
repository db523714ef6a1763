package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.testkit.OnSentinel;
import io.latchkey.testkit.RedisSentinelGroup;
import io.latchkey.testkit.RedisServer;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;

/**
 * Sentinel replaces a master that is frozen, not dead, and a client that lost no connection stays with it. What README says
 * about this is shown here.
 */
@Timeout(120)
@Tag("faults")
@OnSentinel
class FrozenMasterTest {

    private static final String NAME = "order";
    private static final Duration WAIT = Duration.ofSeconds(40);
    private static final Duration LEASE = Duration.ofSeconds(3);

    @RegisterExtension
    final Owned owned = new Owned();

    private RedisSentinelGroup group;

    @BeforeEach
    void startGroup() {
        group = RedisSentinelGroup.start(2, Duration.ofSeconds(1));
    }

    @AfterEach
    void endGroup() throws Exception {
        try (RedisSentinelGroup ended = group) {
            owned.close();
            Rig.assertNothingLeftAt(ended.master());
            Rig.assertNoChannelAt(ended.master());
        }
    }

    @Test
    void whenLettuceFollowsTheSentinelsLocksShouldGoOnAtTheNewMaster() throws Exception {
        LockProcess process = process(LettuceClientConfiguration.builder().readFrom(ReadFrom.UPSTREAM));
        Lease before = process.lock(NAME).acquire(WAIT);
        RedisServer frozen = group.master();
        group.replication().awaitInSync();

        frozen.pause();
        RedisServer master = group.awaitMasterOtherThan(frozen);
        Lease after = process.lock("another").acquire(WAIT);

        assertThat((Long) master.command("exists", Rig.lockKey("another"))).isEqualTo(1);
        after.release();
        before.close();
        await().atMost(WAIT).until(() -> (Long) master.command("exists", Rig.lockKey(NAME)) == 0);
        frozen.resume();
    }

    /** The connection on which replicas confirm grants is another, and Lettuce does not move it. */
    @Test
    void whenReplicasMustConfirmTooLocksShouldGoOnAtTheNewMaster() throws Exception {
        LockProcess process = owned.add(new LockProcess(
                group.configuration(),
                LettuceClientConfiguration.builder().readFrom(ReadFrom.UPSTREAM),
                settings -> settings.leaseTime(LEASE).replicas(1, Duration.ofMillis(300))));
        process.lock(NAME).acquire(WAIT).release();
        RedisServer frozen = group.master();
        group.replication().awaitInSync();

        frozen.pause();
        RedisServer master = group.awaitMasterOtherThan(frozen);
        Lease after = process.lock(NAME).acquire(WAIT);

        assertThat((Long) master.command("exists", Rig.lockKey(NAME))).isEqualTo(1);
        after.release();
        frozen.resume();
    }

    /** Nobody is told that a lock is held which another may have, and the next token is greater. */
    @Test
    void whenThePlainClientStaysItsHolderShouldHearThatTheLeaseIsOver() throws Exception {
        LockProcess holder = process(LettuceClientConfiguration.builder());
        Lease lease = holder.lock(NAME).acquire(WAIT);
        RedisServer frozen = group.master();
        group.replication().awaitInSync();

        frozen.pause();
        group.awaitMasterOtherThan(frozen);
        LockProcess other = process(LettuceClientConfiguration.builder());
        Lease next = other.lock(NAME).acquire(WAIT);

        assertThat(lease.isValid()).isFalse();
        await().atMost(WAIT).until(() -> holder.losses().equals(List.of(lease)));
        assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
        assertThat(Call.make(() -> holder.lock("another").tryLock(Duration.ofSeconds(1)))
                        .failure())
                .isInstanceOf(LockBackendException.class);
        next.release();
        frozen.resume();
    }

    /** A master counts its replicas once a second, so it may grant something in the second after it woke up. */
    @Test
    void whenMastersNeedReplicasTheOldOneShouldSoonGrantNothing() throws Exception {
        Stream.concat(Stream.of(group.master()), group.replication().replicas().stream())
                .forEach(server -> {
                    server.command("config", "set", "min-replicas-to-write", "1");
                    server.command("config", "set", "min-replicas-max-lag", "2");
                });
        LockProcess stays = process(LettuceClientConfiguration.builder());

        RedisServer frozen = group.master();
        Lease elsewhere = moveOnWithout(stays);
        await("the old master counts its replicas").atMost(WAIT).until(() -> refusesToWrite(frozen));

        assertGrantedNothing(stays);
        assertThat(elsewhere.isValid()).isTrue();
        elsewhere.release();
    }

    private static boolean refusesToWrite(RedisServer server) {
        try {
            server.command("set", "probe", "1");
            return false;
        } catch (RedisCommandExecutionException e) {
            return true;
        }
    }

    @Test
    void whenReplicasMustConfirmTheOldMasterShouldGrantNothing() throws Exception {
        LockProcess stays = owned.add(new LockProcess(
                group.configuration(), LettuceClientConfiguration.builder(), settings -> settings.leaseTime(LEASE)
                        .replicas(1, Duration.ofMillis(300))));

        Lease elsewhere = moveOnWithout(stays);

        assertGrantedNothing(stays);
        assertThat(elsewhere.isValid()).isTrue();
        elsewhere.release();
    }

    /** Freezes the master, has another process take the lock at the new one, and lets the old one go on. */
    private Lease moveOnWithout(LockProcess stays) throws Exception {
        stays.lock(NAME).acquire(WAIT).release();
        RedisServer frozen = group.master();
        frozen.pause();
        group.awaitMasterOtherThan(frozen);
        LockProcess moved = process(LettuceClientConfiguration.builder());
        Lease lease = moved.lock(NAME).acquire(WAIT, Duration.ofSeconds(60));
        frozen.resume();
        return lease;
    }

    private static void assertGrantedNothing(LockProcess stays) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            Call<Boolean> tried = Call.make(() -> stays.lock(NAME).tryLock());
            assertThat(Boolean.TRUE.equals(tried.value()))
                    .as("granted by the old master")
                    .isFalse();
            Thread.sleep(100);
        }
    }

    @Test
    void whenThePlainClientIsUsedShouldAdviseWhatToSet() {
        try (Warnings warnings = new Warnings()) {
            process(LettuceClientConfiguration.builder());

            await().atMost(WAIT).until(() -> warnings.contain("min-replicas-to-write 1"));
            assertThat(warnings.contain("spring.data.redis.lettuce.read-from=upstream"))
                    .isTrue();
        }
    }

    @Test
    void whenAllIsSetShouldAdviseNothing() {
        group.master().command("config", "set", "min-replicas-to-write", "1");
        try (Warnings warnings = new Warnings()) {
            LockProcess process = process(LettuceClientConfiguration.builder().readFrom(ReadFrom.UPSTREAM));
            assertThat(process.lock(NAME).tryLock()).isTrue();
            process.lock(NAME).unlock();

            assertThat(warnings.heard()).isEmpty();
        }
    }

    private LockProcess process(LettuceClientConfigurationBuilder client) {
        return owned.add(new LockProcess(group.configuration(), client, settings -> settings.leaseTime(LEASE)));
    }
}
