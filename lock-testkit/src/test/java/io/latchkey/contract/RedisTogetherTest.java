package io.latchkey.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.CommandCounter;
import io.latchkey.testkit.RedisServer;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Requests for several locks that are made while the connection's thread is busy: one command does them all. */
@Timeout(60)
class RedisTogetherTest {

    private static final Duration LONG = Duration.ofSeconds(50);
    private static final int LOCKS = 4;

    private static RedisServer server;
    private static Connections connections;

    private LettuceConnectionFactory factory;
    private RedisLocks locks;
    private CommandCounter counter;

    enum Kind {
        REENTRANT {
            @Override
            CompletableFuture<Lease> acquire(Locks locks, String name, Duration wait) {
                return locks.reentrant(name).acquireAsync(wait);
            }
        },
        FAIR {
            @Override
            CompletableFuture<Lease> acquire(Locks locks, String name, Duration wait) {
                return locks.fair(name).acquireAsync(wait);
            }
        },
        READ {
            @Override
            CompletableFuture<Lease> acquire(Locks locks, String name, Duration wait) {
                return locks.readWrite(name).readLock().acquireAsync(wait);
            }
        },
        WRITE {
            @Override
            CompletableFuture<Lease> acquire(Locks locks, String name, Duration wait) {
                return locks.readWrite(name).writeLock().acquireAsync(wait);
            }
        },
        SEMAPHORE {
            @Override
            CompletableFuture<Lease> acquire(Locks locks, String name, Duration wait) {
                return locks.semaphore(name, 1).acquireAsync(wait);
            }
        };

        abstract CompletableFuture<Lease> acquire(Locks locks, String name, Duration wait);
    }

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
        connections = new Connections(server);
    }

    @AfterAll
    static void closeServer() {
        connections.close();
        server.close();
    }

    @BeforeEach
    void open() {
        server.command("flushall");
        factory = connections.factory();
        locks = RedisLocks.builder(factory).commandTimeout(Connections.PATIENCE).build();
        counter = CommandCounter.of(server);
    }

    @AfterEach
    void close() {
        locks.close();
        factory.destroy();
    }

    @ParameterizedTest
    @EnumSource
    void whenTheThreadIsBusyShouldTakeAndReleaseAllWithOneCommandEach(Kind kind) throws Exception {
        List<Lease> leases = all(meanwhile(() -> acquireEach(kind, LONG)));

        assertThat(counter.scriptCalls()).isEqualTo(1);
        assertThat(leases).allMatch(Lease::isValid);
        assertThat(server.keys("*")).hasSizeGreaterThanOrEqualTo(LOCKS);

        all(meanwhile(() -> leases.stream().map(Lease::releaseAsync).toList()));

        assertThat(counter.scriptCalls()).isEqualTo(2);
        IntStream.range(0, LOCKS)
                .mapToObj(i -> kind.acquire(locks, "lock:" + i, Duration.ZERO))
                .forEach(again -> assertThat(again).succeedsWithin(LONG));
    }

    @ParameterizedTest
    @EnumSource
    void whenSomeAreBusyShouldTakeTheOthersAndHaveThoseWait(Kind kind) throws Exception {
        Lease elsewhere;
        LettuceConnectionFactory otherFactory = connections.factory();
        try (RedisLocks other = RedisLocks.builder(otherFactory).build()) {
            elsewhere = (kind == Kind.READ ? Kind.WRITE : kind)
                    .acquire(other, "lock:3", LONG)
                    .get(30, SECONDS);
            List<CompletableFuture<Lease>> asked = meanwhile(() -> acquireEach(kind, LONG));

            for (int i = 0; i < LOCKS; i++) {
                if (i != 3) {
                    assertThat(asked.get(i)).succeedsWithin(LONG);
                }
            }
            assertThat(asked.get(3)).isNotDone();
            elsewhere.release();
            assertThat(asked.get(3)).succeedsWithin(LONG);
        } finally {
            otherFactory.destroy();
        }
    }

    @Test
    void whenOneKeyIsNotOursShouldFailThatOneAndTakeTheOthers() throws Exception {
        server.command("set", "latchkey:{lock:2}", "somebody's");

        List<CompletableFuture<Lease>> asked = meanwhile(() -> acquireEach(Kind.REENTRANT, Duration.ZERO));

        assertThat(asked.get(2))
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("WRONGTYPE")
                .withMessageContaining("latchkey:{lock:2}");
        asked.remove(2);
        assertThat(all(asked)).allMatch(Lease::isValid);
    }

    @Test
    void whenTheServerForgotTheScriptsShouldTakeAllAndTeachThem() throws Exception {
        server.command("script", "flush");

        all(meanwhile(() -> acquireEach(Kind.REENTRANT, LONG))).forEach(Lease::release);

        counter.reset();
        all(meanwhile(() -> acquireEach(Kind.REENTRANT, LONG)));
        assertThat(counter.calls("eval")).isZero();
        assertThat(counter.calls("evalsha")).isEqualTo(1);
    }

    @Test
    void whenTheConnectionIsLostBeforeTheAnswerShouldHoldEachOnce() throws Exception {
        List<CompletableFuture<Lease>> asked = meanwhile(() -> {
            List<CompletableFuture<Lease>> all = acquireEach(Kind.REENTRANT, LONG);
            server.command("client", "kill", "type", "normal", "skipme", "yes");
            return all;
        });

        List<Lease> leases = all(asked);

        for (Lease lease : leases) {
            assertThat(server.command("hvals", "latchkey:{" + lease.name() + "}"))
                    .isEqualTo(List.of(Long.toString(lease.fencingToken())));
        }
        leases.forEach(Lease::release);
        await().atMost(LONG).until(() -> server.keys("*").stream().allMatch(key -> key.endsWith(":guard")));
    }

    @Test
    void whenTheServerIsFullShouldStillReleaseAll() throws Exception {
        List<Lease> leases = all(acquireEach(Kind.REENTRANT, LONG));
        server.command("config", "set", "maxmemory", "1");
        try {
            all(meanwhile(() -> leases.stream().map(Lease::releaseAsync).toList()));
        } finally {
            server.command("config", "set", "maxmemory", "0");
        }
        assertThat(server.keys("*")).allMatch(key -> key.endsWith(":guard"));
    }

    private List<CompletableFuture<Lease>> acquireEach(Kind kind, Duration wait) {
        List<CompletableFuture<Lease>> asked = new ArrayList<>();
        for (int i = 0; i < LOCKS; i++) {
            asked.add(kind.acquire(locks, "lock:" + i, wait));
        }
        return asked;
    }

    /** Does something while the connection's thread does nothing else than wait for the end of it. */
    @SuppressWarnings("unchecked")
    private <T> T meanwhile(Supplier<T> work) throws InterruptedException {
        RedisConnection connection = factory.getConnection();
        RedisClusterAsyncCommands<byte[], byte[]> commands =
                (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
        Thread here = Thread.currentThread();
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        try {
            do {
                commands.ping().thenRun(() -> {
                    // What is answered at once goes on here.
                    if (!here.equals(Thread.currentThread())) {
                        busy.countDown();
                        awaitQuietly(done);
                    }
                });
            } while (!busy.await(100, MILLISECONDS));
            return work.get();
        } finally {
            done.countDown();
            connection.close();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> List<T> all(List<CompletableFuture<T>> futures) throws Exception {
        CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).get(30, SECONDS);
        return futures.stream().map(CompletableFuture::join).toList();
    }
}
