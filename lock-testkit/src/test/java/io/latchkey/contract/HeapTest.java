package io.latchkey.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.LockTraces;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Names come and go; what was used once must not be remembered for ever. */
@Timeout(120)
class HeapTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    /** More than any collection of idle locks holds, and fewer than the names that were used. */
    private static final int FEW = 150;

    @Test
    void whenAMillionNamesWereLockedShouldRememberNone() {
        try (InMemoryLocks locks = InMemoryLocks.create()) {
            for (int i = 0; i < 1_000_000; i++) {
                NamedLock lock = locks.reentrant("name:" + i);
                lock.lock();
                lock.unlock();
            }

            assertNothingRemembered(locks);
        }
    }

    @Test
    void whenManyNamesWereUsedInOtherWaysShouldRememberNone() throws Exception {
        try (InMemoryLocks locks = InMemoryLocks.create()) {
            useInManyWays(locks, 200);

            await().untilAsserted(() -> assertNothingRemembered(locks));
        }
    }

    @Test
    void whenManyNamesWereLockedInRedisShouldRememberNone() throws Exception {
        try (RedisServer server = RedisServer.start();
                Connections connections = new Connections(server)) {
            LettuceConnectionFactory factory = connections.factory();
            try (RedisLocks locks = RedisLocks.builder(factory).build()) {
                for (int i = 0; i < 20_000; i++) {
                    NamedLock lock = locks.reentrant("name:" + i);
                    lock.lock();
                    lock.unlock();
                }
                lockTogether(locks, "together:", 500);
                useInManyWays(locks, 200);

                await().untilAsserted(() -> assertNothingRemembered(locks));
                assertThat(LockTraces.keysAt(server)).isEmpty();
            } finally {
                factory.destroy();
            }
        }
    }

    @Test
    void whenLocksAreHeldTheFootprintShouldShowThem() throws Exception {
        try (InMemoryLocks locks = InMemoryLocks.create()) {
            for (int i = 0; i < FEW; i++) {
                locks.reentrant("name:" + i).lock();
            }

            assertThat(Footprint.of(locks).values()).contains(FEW);
        }
    }

    private static void lockTogether(Locks locks, String prefix, int names) throws Exception {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < names; i++) {
            all.add(locks.reentrant(prefix + i).acquireAsync(LONG).thenCompose(Lease::releaseAsync));
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(60, SECONDS);
    }

    /** Refused, timed out, cancelled, extended, lost, forced open: each on names of its own. */
    private static void useInManyWays(Locks locks, int names) throws Exception {
        List<Lease> lost = new ArrayList<>();
        for (int i = 0; i < names; i++) {
            NamedLock lock = locks.reentrant("odd:" + i);
            Lease held = lock.acquire(Duration.ZERO);
            assertThat(lock.tryLock()).isFalse();
            assertThat(lock.tryLock(Duration.ofNanos(1))).isFalse();
            lock.acquireAsync(LONG).cancel(false);
            held.extend(LONG);
            held.release();
            lost.add(lock.acquire(Duration.ZERO, Duration.ofMillis(50)));
            lock.isLocked();

            NamedLock forced = locks.reentrant("forced:" + i);
            assertThat(forced.tryAcquire()).isPresent();
            forced.forceUnlock();
        }
        await().until(() -> lost.stream().noneMatch(Lease::isValid));
    }

    private static void assertNothingRemembered(Locks locks) {
        assertThat(Footprint.of(locks))
                .isNotEmpty()
                .allSatisfy((path, size) -> assertThat(size).as(path).isLessThan(FEW));
    }
}
