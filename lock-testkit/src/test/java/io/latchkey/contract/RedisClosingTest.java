package io.latchkey.contract;

import static io.latchkey.testkit.LeakCheck.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockBackendException;
import io.latchkey.LockException;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.LeakCheck;
import io.latchkey.testkit.LockTraces;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What closed locks leave in a process and in Redis: nothing. */
@Timeout(60)
class RedisClosingTest {

    private static RedisServer server;
    private static Connections connections;
    private static LettuceConnectionFactory factory;

    private final LeakCheck leaks = LeakCheck.ignoring(named("lettuce-", "junit-"));

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
        connections = new Connections(server);
        factory = connections.factory();
    }

    @AfterAll
    static void closeServer() {
        factory.destroy();
        connections.close();
        server.close();
    }

    @Test
    void whenClosedShouldLeaveNoThreadNoSubscriptionAndNoKey() throws Exception {
        RedisLocks locks = RedisLocks.builder(factory).build();
        RedisLocks other = RedisLocks.builder(factory).build();
        List<Lease> leases = new ArrayList<>();
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            leases.add(locks.reentrant("held:" + i).acquire(Duration.ZERO));
            Lease othersLease = other.reentrant("wanted:" + i).acquire(Duration.ZERO);
            assertThat(othersLease.isValid()).isTrue();
            waiting.add(locks.reentrant("wanted:" + i).acquireAsync(Duration.ofMinutes(1)));
        }
        assertThat(channels()).hasSize(2);

        locks.close();

        assertThat(channels()).hasSize(1);
        assertThat(server.keys("*held:*}")).isEmpty();
        assertThat(server.keys("*:line")).isEmpty();
        assertThat(leases).noneMatch(Lease::isValid);
        assertThat(waiting).allSatisfy(future -> assertThat(future).failsWithin(Duration.ofSeconds(20)));
        other.close();
        await().untilAsserted(() -> assertThat(channels()).isEmpty());
        assertThat(LockTraces.keysAt(server)).isEmpty();
        leaks.assertNoNewThreads();
    }

    @Test
    void whenClosedTheConnectionFactoryShouldStayTheCallers() {
        RedisLocks locks = RedisLocks.builder(factory).build();
        locks.reentrant("any").lock();

        locks.close();

        assertThat(factory.isRunning()).isTrue();
        assertThat(factory.getConnection().ping()).isEqualTo("PONG");
        assertThatThrownBy(() -> locks.reentrant("any").unlock()).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void whenAskedAfterwardsShouldRefuseAtOnceAndStartNoThread() {
        RedisLocks locks = RedisLocks.builder(factory).build();
        locks.close();

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> locks.reentrant("any").isLocked(),
                () -> locks.reentrant("any").forceUnlock(),
                () -> locks.semaphore("any", 1).resize(2),
                () -> locks.semaphore("any", 1).availablePermits(),
                () -> locks.countDownLatch("any").countDown(),
                () -> locks.countDownLatch("any").trySetCount(1),
                () -> locks.countDownLatch("any").getCount(),
                () -> locks.countDownLatch("any").await(Duration.ZERO),
                () -> locks.holders("any"))) {
            assertThatThrownBy(call)
                    .isExactlyInstanceOf(LockException.class)
                    .hasMessage(
                            "lock 'any' cannot be used: its Locks has been closed, as the application is shutting down");
        }
        leaks.assertNoNewThreads();
    }

    @Test
    void whenRedisIsNotThereClosingShouldLeaveNoThread() {
        LettuceConnectionFactory nowhere = connections.factory("127.0.0.1", 1);
        RedisLocks locks = RedisLocks.builder(nowhere)
                .commandTimeout(Duration.ofSeconds(3))
                .build();
        assertThatThrownBy(() -> locks.reentrant("any").tryLock())
                .isInstanceOf(LockBackendException.class)
                .hasMessageStartingWith("lock 'any' could not be asked for: Redis cannot be reached: ");

        locks.close();
        nowhere.destroy();

        leaks.assertNoNewThreads();
    }

    @Test
    void whenOpenedAndClosedManyTimesShouldLeaveNothing() {
        for (int i = 0; i < 50; i++) {
            try (RedisLocks locks = RedisLocks.builder(factory).build()) {
                assertThat(locks.reentrant("again").tryLock()).isTrue();
            }
        }

        await().untilAsserted(() -> assertThat(channels()).isEmpty());
        assertThat(LockTraces.keysAt(server)).isEmpty();
        leaks.assertNoNewThreads();
    }

    private static List<?> channels() {
        return (List<?>) server.command("pubsub", "channels", "latchkey*");
    }
}
