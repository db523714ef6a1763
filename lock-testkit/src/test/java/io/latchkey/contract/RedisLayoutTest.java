package io.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.NamedLock;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What an operator finds in Redis. */
@Timeout(60)
class RedisLayoutTest {

    private static RedisServer server;
    private static Connections connections;
    private static LettuceConnectionFactory factory;
    private static LettuceConnectionFactory otherFactory;

    private RedisLocks locks;
    private RedisLocks otherProcess;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
        connections = new Connections(server);
        factory = connections.factory();
        otherFactory = connections.factory();
    }

    @AfterAll
    static void closeServer() {
        factory.destroy();
        otherFactory.destroy();
        connections.close();
        server.close();
    }

    @BeforeEach
    void openTwoProcesses() {
        server.command("flushall");
        locks = RedisLocks.builder(factory).build();
        otherProcess = RedisLocks.builder(otherFactory).build();
    }

    @AfterEach
    void closeBoth() {
        locks.close();
        otherProcess.close();
    }

    @Test
    void whenHeldShouldBeAHashOfTheOwnerAndItsToken() throws Exception {
        Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO);

        String owner = otherProcess.reentrant("order:42").holder().orElseThrow();
        assertThat(server.keys("*")).containsExactly("latchkey:{order:42}");
        assertThat(server.command("hgetall", "latchkey:{order:42}"))
                .isEqualTo(List.of(owner, Long.toString(lease.fencingToken())));
        assertThat(owner)
                .matches("[\\w-]{22}:%d:\\d+".formatted(Thread.currentThread().getId()));
        assertThat(timeToLive("latchkey:{order:42}")).isBetween(20_000L, 30_000L);
        lease.release();
    }

    @Test
    void whenHeldForAFixedTimeShouldLiveHardlyLonger() throws Exception {
        Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO, Duration.ofSeconds(100));

        assertThat(timeToLive("latchkey:{order:42}"))
                .as("no more than a run longer")
                .isBetween(90_000L, 100_010L);
        lease.release();
    }

    @Test
    void whenReleasedShouldLeaveAGuardThatGoesAwayByItself() throws Exception {
        Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO);

        lease.release();

        assertThat(server.keys("*")).containsExactly("latchkey:{order:42}:guard");
        assertThat(timeToLive("latchkey:{order:42}:guard")).isBetween(1L, 10_000L);
    }

    @Test
    void whenAnotherProcessWaitsShouldStandInLineForABoundedTime() throws Exception {
        Lease held = locks.reentrant("order:42").acquire(Duration.ZERO);
        CompletableFuture<Lease> waiting = otherProcess.reentrant("order:42").acquireAsync(Duration.ofMinutes(1));
        assertThat(otherProcess.reentrant("order:42").isLocked()).isTrue();

        assertThat(server.keys("*")).containsExactly("latchkey:{order:42}", "latchkey:{order:42}:line");
        assertThat(timeToLive("latchkey:{order:42}:line")).isBetween(1L, 15_000L);
        assertThat(server.command("zcard", "latchkey:{order:42}:line")).isEqualTo(1L);

        waiting.cancel(false);
        assertThat(otherProcess.reentrant("order:42").isLocked()).isTrue();
        assertThat(server.keys("*:line")).isEmpty();
        held.release();
    }

    @Test
    void whenUsedInEveryWayNoKeyShouldEverLackATimeToLive() throws Exception {
        NamedLock lock = locks.reentrant("order:42");
        NamedLock other = otherProcess.reentrant("order:42");

        for (int i = 0; i < 10; i++) {
            Lease lease = lock.acquire(Duration.ofMinutes(1));
            assertAllEnd();
            CompletableFuture<Lease> waiting = other.acquireAsync(Duration.ofMinutes(1), Duration.ofMinutes(2));
            assertAllEnd();
            lease.extend(Duration.ofMinutes(1));
            assertAllEnd();
            lease.release();
            waiting.join();
            assertAllEnd();
            assertThat(lock.forceUnlock()).isTrue();
            assertAllEnd();
            other.forceUnlock();
        }
    }

    @Test
    void whenALockLostItsTimeToLiveTheNextToWantItShouldGiveItOne() throws Exception {
        Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO);
        server.command("persist", "latchkey:{order:42}");

        assertThat(otherProcess.reentrant("order:42").tryLock()).isFalse();

        assertThat(timeToLive("latchkey:{order:42}")).isPositive();
        lease.release();
    }

    static Stream<Arguments> namesAndKeys() {
        return Stream.of(
                Arguments.of("a b", "latchkey:{a b}"),
                Arguments.of("a}b", "latchkey:{a}b}"),
                Arguments.of("{", "latchkey:{{}"),
                Arguments.of("{}", "latchkey:{{}}"),
                Arguments.of("}a", "latchkey:{%7Da}"),
                Arguments.of("%7Da", "latchkey:{%257Da}"),
                Arguments.of("line\nnul\0*", "latchkey:{line\nnul\0*}"),
                Arguments.of("锁 \uD83D\uDD12", "latchkey:{锁 \uD83D\uDD12}"),
                Arguments.of("x".repeat(512), "latchkey:{" + "x".repeat(512) + "}"));
    }

    @ParameterizedTest
    @MethodSource("namesAndKeys")
    void whenANameIsOddItsKeyShouldBeByteExact(String name, String key) throws Exception {
        Lease lease = locks.reentrant(name).acquire(Duration.ZERO);

        assertThat(server.keys("*")).containsExactly(key);
        lease.release();
    }

    @Test
    void whenANameIsVeryLongItsKeyShouldBeADigest() throws Exception {
        Lease lease = locks.reentrant("long".repeat(256 * 1024)).acquire(Duration.ZERO);

        assertThat(server.keys("*")).singleElement().asString().matches("latchkey:\\{%sha256:[0-9a-f]{64}}");
        lease.release();
    }

    @Test
    void whenThePrefixDiffersShouldShareNothing() throws Exception {
        try (RedisLocks apart =
                        RedisLocks.builder(factory).keyPrefix("shop:locks:").build();
                Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO);
                Lease other = apart.reentrant("order:42").acquire(Duration.ZERO)) {
            assertThat(server.keys("*")).containsExactly("latchkey:{order:42}", "shop:locks:{order:42}");
            assertThat(server.command("pubsub", "channels", "shop:locks:*"))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                    .hasSize(1);
            lease.ensureValid();
            other.ensureValid();
        }
    }

    static Stream<Arguments> foreignKeys() {
        return Stream.of(
                Arguments.of("string", new String[] {"set", "latchkey:{order:42}", "mine"}),
                Arguments.of("list", new String[] {"rpush", "latchkey:{order:42}", "mine", "too"}),
                Arguments.of("zset", new String[] {"zadd", "latchkey:{order:42}", "1", "mine"}));
    }

    @ParameterizedTest
    @MethodSource("foreignKeys")
    void whenAForeignKeyIsInTheWayShouldNameItAndLeaveItAlone(String type, String[] write) {
        server.command(write);
        Object before = server.command("dump", "latchkey:{order:42}");
        NamedLock lock = locks.reentrant("order:42");

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                lock::lock,
                lock::tryLock,
                () -> lock.lock(Duration.ofSeconds(1)),
                () -> lock.tryLock(Duration.ofMinutes(1)),
                () -> lock.acquire(Duration.ofMinutes(1)),
                () -> lock.acquireAsync(Duration.ofMinutes(1)).get(),
                lock::isLocked,
                lock::forceUnlock)) {
            assertThatThrownBy(call)
                    .extracting(e -> e instanceof LockBackendException ? e : e.getCause())
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.THROWABLE)
                    .isInstanceOf(LockBackendException.class)
                    .hasMessageContaining("lock 'order:42'")
                    .hasMessageContaining("WRONGTYPE the key latchkey:{order:42} holds a %s, not a lock", type)
                    .hasMessageEndingWith("; remove that key, or choose another key prefix");
        }

        assertThat(server.command("dump", "latchkey:{order:42}")).isEqualTo(before);
        assertThat(timeToLive("latchkey:{order:42}"))
                .as("without end, as it was")
                .isEqualTo(-1);
        assertThat(server.keys("*")).containsExactly("latchkey:{order:42}");
    }

    private static void assertAllEnd() {
        for (String key : server.keys("*")) {
            assertThat(timeToLive(key)).as("time to live of %s", key).isNotEqualTo(-1);
        }
    }

    private static long timeToLive(String key) {
        return (Long) server.command("pttl", key);
    }
}
