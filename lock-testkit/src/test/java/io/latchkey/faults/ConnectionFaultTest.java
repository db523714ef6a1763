package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.testkit.Command;
import io.latchkey.testkit.Direction;
import io.latchkey.testkit.FaultProxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** Connections that fail at their beginning or end. */
@Timeout(60)
@Tag("faults")
class ConnectionFaultTest {

    private static final Duration WAIT = Duration.ofSeconds(15);

    @RegisterExtension
    private final Rig rig = new Rig();

    @Test
    void whenSubscriptionIsRefusedAtFirstShouldListenOnceItMay() throws Exception {
        rig.server().command("acl", "setuser", "limited", "on", ">secret", "~*", "+@all", "resetchannels");
        RedisStandaloneConfiguration redis = new RedisStandaloneConfiguration(
                rig.server().host(), rig.server().port());
        redis.setUsername("limited");
        redis.setPassword("secret");
        LockProcess process = rig.process(redis, settings -> {});
        process.lock("order").acquire(WAIT).close();

        rig.server().command("acl", "setuser", "limited", "allchannels");

        await("a wake-up channel").atMost(Rig.SOON).until(() -> {
            process.lock("order").acquire(WAIT).release();
            return !wakeUpChannels().isEmpty();
        });
    }

    @Test
    void whenConnectionsAreMadeAnewShouldLockAndListenOnThem() throws Exception {
        LockProcess process = rig.process();
        process.lock("order").acquire(WAIT).release();

        process.restartConnections();

        process.lock("order").acquire(WAIT).release();
        await("a wake-up channel").atMost(Rig.SOON).until(() -> !wakeUpChannels()
                .isEmpty());
    }

    @Test
    void whenConnectionsAreMadeAnewWhileHeldShouldLoseNothing() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(Duration.ofSeconds(3)));
        Lease lease = process.lock("order").acquire(WAIT);

        process.restartConnections();
        Rig.awaitRenewal(lease);

        assertThat(lease.isValid()).isTrue();
        lease.release();
        assertThat(process.losses()).isEmpty();
    }

    @Test
    void whenNetworkIsSilentShouldTellOfRenewalsThatFail() throws Exception {
        FaultProxy proxy = rig.proxy();
        LockProcess process = rig.process(
                proxy, settings -> settings.leaseTime(Duration.ofSeconds(6)).commandTimeout(Duration.ofSeconds(1)));
        Lease lease = process.lock("order").acquire(WAIT);

        proxy.blackHole(Direction.BOTH);

        await().atMost(Rig.SOON).until(() -> !process.failedRenewals().isEmpty() || !lease.isValid());
        assertThat(lease.isValid()).isTrue();
        proxy.heal();
        await().atMost(Rig.SOON).until(() -> lease.remaining().compareTo(Duration.ofSeconds(5)) > 0);
        lease.release();
    }

    @Test
    void whenClosedDuringABlackHoleShouldEndInTime() throws Exception {
        FaultProxy proxy = rig.proxy();
        LockProcess process = rig.process(proxy, settings -> settings.leaseTime(Duration.ofSeconds(5)));
        process.lock("order").acquire(WAIT);
        proxy.blackHole(Direction.BOTH);

        Call<Void> closing = Call.make(() -> {
            process.close();
            return null;
        });

        assertThat(closing.failure()).isNull();
        assertThat(closing.took()).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void whenClosedBeforeItIsConnectedShouldLeaveNoThread() {
        FaultProxy proxy = rig.proxy();
        proxy.blackHole(Direction.BOTH);
        LockProcess process = rig.process(proxy, settings -> settings.commandTimeout(Duration.ofMillis(500)));

        process.closeLocks();

        await().atMost(Duration.ofSeconds(10)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("latchkey")));
        proxy.heal();
    }

    @Test
    void whenClosedWhileItSubscribesShouldEndInTimeAndListenNoMore() {
        FaultProxy proxy = rig.proxy();
        proxy.delay(Direction.TO_CLIENT, Duration.ofMillis(500));
        LockProcess process = rig.process(proxy, settings -> settings.commandTimeout(Duration.ofMillis(200)));
        await().pollInterval(Duration.ofMillis(1))
                .atMost(Rig.SOON)
                .until(() -> proxy.commandsSeen(Command.named("subscribe")) > 0);
        proxy.blackHole(Direction.BOTH);

        Call<Void> closing = Call.make(() -> {
            process.closeLocks();
            return null;
        });
        proxy.heal();

        assertThat(closing.failure()).isNull();
        assertThat(closing.took()).isLessThan(Duration.ofSeconds(10));
        await("nobody listens").during(Duration.ofMillis(500)).atMost(Rig.SOON).until(() -> wakeUpChannels()
                .isEmpty());
    }

    private List<?> wakeUpChannels() {
        return (List<?>) rig.server().command("pubsub", "channels", "latchkey:wake:*");
    }
}
