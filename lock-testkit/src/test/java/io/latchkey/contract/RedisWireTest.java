package io.latchkey.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testing.ManualScheduler;
import io.latchkey.testing.ManualTicker;
import io.latchkey.testkit.CommandCounter;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * What locks cost on the wire, counted by the server. The time of the locks stands still unless a test moves it, so that
 * no run ends and nothing is renewed or looked at by itself.
 */
@Timeout(60)
class RedisWireTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration LONGER_THAN_A_RUN = Duration.ofMillis(11);
    private static final int WAITERS = 20;

    private static RedisServer server;
    private static Connections connections;

    private final ManualTicker ticker = new ManualTicker();
    private final ManualScheduler scheduler = new ManualScheduler(ticker);
    private final LettuceConnectionFactory factory = connections.factory();
    private final LettuceConnectionFactory otherFactory = connections.factory();
    private RedisLocks locks;
    private RedisLocks otherProcess;
    private NamedLock lock;
    private CommandCounter counter;

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
    void openTwoProcesses() {
        server.command("flushall");
        locks = RedisLocks.builder(factory).ticker(ticker).scheduler(scheduler).build();
        otherProcess = RedisLocks.builder(otherFactory)
                .ticker(ticker)
                .scheduler(scheduler)
                .build();
        lock = locks.reentrant("order:42");
        counter = CommandCounter.of(server);
    }

    @AfterEach
    void closeBoth() {
        locks.close();
        otherProcess.close();
        factory.destroy();
        otherFactory.destroy();
    }

    @Test
    void whenUncontendedShouldSendOneCommandToTakeAndOneToGiveBack() throws Exception {
        lock.lock();
        lock.unlock();

        assertThat(counter.calls("evalsha")).isEqualTo(2);
        assertThat(counter.calls("eval")).isZero();
        assertThat(counter.calls("publish")).isZero();

        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        assertThat(lock.tryLock(LONG, LONG)).isTrue();
        lock.unlock();
        lock.acquire(Duration.ZERO).release();
        lock.acquireAsync(LONG).get(30, SECONDS).releaseAsync().get(30, SECONDS);

        assertThat(counter.scriptCalls()).isEqualTo(10);
        assertThat(counter.calls("eval")).isZero();
    }

    @Test
    void whenSeveralAreFreeShouldSendOneCommandToTakeThemAllAndOneToGiveThemBack() throws Exception {
        NamedLock multi = locks.multi(
                Stream.of("a", "b", "c", "d", "e").map(locks::reentrant).toArray(NamedLock[]::new));

        multi.lock();
        assertThat(counter.scriptCalls()).isEqualTo(1);
        multi.unlock();
        assertThat(counter.scriptCalls()).isEqualTo(2);

        assertThat(multi.tryLock()).isTrue();
        multi.unlock();
        assertThat(multi.tryLock(LONG, LONG)).isTrue();
        multi.unlock();
        multi.acquire(Duration.ZERO).release();
        multi.tryAcquire().orElseThrow().release();
        multi.acquireAsync(LONG).get(30, SECONDS).releaseAsync().get(30, SECONDS);

        assertThat(counter.calls("evalsha")).isEqualTo(12);
        assertThat(counter.calls("eval")).isZero();
        assertThat(counter.calls("publish")).isZero();
    }

    @Test
    void whenSeveralAreTakenTogetherShouldHaveOneOwnerAndOneTokenThatGrowsForEach() throws Exception {
        NamedLock stock = locks.reentrant("stock:1");
        NamedLock multi = locks.multi(lock, stock);
        long before = token(lock);
        assertThat(token(stock)).isGreaterThan(before);

        try (Lease both = multi.acquire(Duration.ZERO)) {
            assertThat(both.parts())
                    .extracting(Lease::fencingToken)
                    .hasSize(2)
                    .containsOnly(both.parts().get(0).fencingToken());
            assertThat(server.command("HKEYS", "latchkey:{order:42}"))
                    .isEqualTo(server.command("HKEYS", "latchkey:{stock:1}"));
            before = both.parts().get(0).fencingToken();
        }

        assertThat(token(lock)).isGreaterThan(before);
        assertThat(token(stock)).isGreaterThan(before);
    }

    @Test
    void whenSeveralWereTakenOneAfterTheOtherShouldReleaseEach() throws Exception {
        NamedLock stock = locks.reentrant("stock:1");
        lock.lock();
        stock.lock();
        counter.reset();

        locks.multi(lock, stock).unlock();

        assertThat(server.keys("latchkey:{*}")).isEmpty();
        assertThat(counter.scriptCalls()).isBetween(1L, 2L);
        assertThat(otherProcess
                        .multi(otherProcess.reentrant("order:42"), otherProcess.reentrant("stock:1"))
                        .tryAcquire())
                .isPresent();
    }

    private static long token(NamedLock lock) throws Exception {
        try (Lease lease = lock.acquire(Duration.ZERO)) {
            return lease.fencingToken();
        }
    }

    @Test
    void whenSeveralAreEnteredAgainShouldSendNothing() throws Exception {
        NamedLock multi = locks.multi(lock, locks.reentrant("stock:1"), locks.reentrant("stock:2"));
        multi.lock();
        counter.reset();

        multi.lock();
        assertThat(multi.tryLock(LONG)).isTrue();
        assertThat(multi.getHoldCount()).isEqualTo(3);
        multi.unlock();
        multi.unlock();

        assertThat(sentSince(locks)).isZero();
        multi.unlock();
    }

    @Test
    void whenOneOfSeveralIsBusyShouldTakeNoneAndWaitForThatOne() throws Exception {
        NamedLock multi = locks.multi(lock, locks.reentrant("stock:1"), locks.reentrant("stock:2"));
        Lease busy = otherProcess.reentrant("stock:1").acquire(Duration.ZERO);

        assertThat(multi.tryLock()).isFalse();
        assertThat(multi.tryAcquire()).isEmpty();
        assertThat(server.keys("latchkey:{*}")).containsExactly("latchkey:{stock:1}");

        busy.release();
        assertThat(multi.tryLock()).isTrue();
        multi.unlock();
    }

    @Test
    void whenEnteredAgainShouldSendNothing() throws Exception {
        lock.lock();
        counter.reset();

        for (int i = 0; i < 100; i++) {
            lock.lock();
            assertThat(lock.tryLock()).isTrue();
            assertThat(lock.tryLock(LONG)).isTrue();
            lock.lock(Duration.ofSeconds(1));
            assertThat(lock.getHoldCount()).isEqualTo(5);
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            lock.currentLease().orElseThrow().ensureValid();
            lock.unlock();
            lock.unlock();
            lock.unlock();
            lock.unlock();
        }

        assertThat(sentSince(locks)).isZero();
        lock.unlock();
    }

    @Test
    void whenEnteredAgainForLongerThanRemainsShouldSendOneCommand() {
        lock.lock(Duration.ofSeconds(5));
        counter.reset();

        lock.lock(Duration.ofSeconds(60));
        lock.unlock();

        assertThat(sentSince(locks)).isEqualTo(1);
        lock.unlock();
    }

    @Test
    void whenOnlyANestedEntryIsRenewedShouldRenewAfterAThirdOfTheLease() {
        lock.lock(Duration.ofSeconds(60));
        lock.lock();
        counter.reset();

        scheduler.advance(Duration.ofSeconds(10));

        await().untilAsserted(() -> assertThat(counter.scriptCalls()).isEqualTo(1));
        lock.unlock();
        scheduler.advance(Duration.ofSeconds(10));
        lock.unlock();
        assertThat(counter.scriptCalls()).as("renewed no more, and released").isEqualTo(2);
    }

    @Test
    void whenHandedOnInsideAProcessShouldSendNothing() throws Exception {
        handOn(WAITERS, null);

        assertThat(counter.scriptCalls()).as("the last release").isEqualTo(1);
    }

    @Test
    void whenHandedOnWithFixedLeasesShouldSendOneCommandEachAtMost() throws Exception {
        handOn(WAITERS, Duration.ofSeconds(10));

        assertThat(counter.scriptCalls()).as("hand-overs, and the last release").isLessThanOrEqualTo(WAITERS + 1);
    }

    @Test
    void whenHandedOnWithLeasesThatDifferShouldSendOneCommandEach() throws Exception {
        Lease held = lock.acquire(Duration.ZERO, Duration.ofSeconds(10));
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            Duration leaseTime = Duration.ofSeconds(i % 2 == 0 ? 20 : 10);
            all.add(lock.acquireAsync(LONG, leaseTime).thenAccept(Lease::release));
        }
        counter.reset();

        held.release();
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(30, SECONDS);

        assertThat(counter.scriptCalls()).as("hand-overs, and the last release").isEqualTo(WAITERS + 1);
    }

    @Test
    void whenARunIsOverShouldSendOneCommandForTheNext() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            all.add(lock.acquireAsync(LONG).thenAccept(lease -> {
                ticker.advance(LONGER_THAN_A_RUN);
                lease.release();
            }));
        }
        counter.reset();

        ticker.advance(LONGER_THAN_A_RUN);
        held.release();
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(30, SECONDS);

        assertThat(counter.scriptCalls()).as("runs, and the last release").isEqualTo(WAITERS + 1);
    }

    @Test
    void whenStartingToWaitForAnotherProcessShouldSendOneCommand() throws Exception {
        Lease held = otherProcess.reentrant(lock.name()).acquire(Duration.ZERO);
        counter.reset();

        CompletableFuture<Lease> first = lock.acquireAsync(LONG);
        assertThat(sentSince(locks)).isEqualTo(1);
        counter.reset();
        CompletableFuture<Lease> second = lock.acquireAsync(LONG);
        assertThat(lock.tryLock()).isFalse();
        assertThat(sentSince(locks)).as("further waiters").isZero();

        held.release();
        first.get(30, SECONDS).release();
        second.get(30, SECONDS).release();
    }

    @Test
    void whenAWaiterIsWokenShouldSendOneCommandToTakeIt() throws Exception {
        Lease held = otherProcess.reentrant(lock.name()).acquire(Duration.ZERO);
        CompletableFuture<Lease> waiting = lock.acquireAsync(LONG);
        assertThat(lock.isLocked()).isTrue();
        counter.reset();

        held.release();
        Lease lease = waiting.get(30, SECONDS);

        assertThat(counter.scriptCalls()).as("the release and the acquisition").isEqualTo(2);
        assertThat(counter.calls("publish")).isEqualTo(1);
        lease.release();
    }

    @Test
    void whenStartingToWaitForThisProcessShouldSendNothing() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);
        counter.reset();

        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            waiting.add(lock.acquireAsync(LONG));
        }
        assertThat(lock.tryLock()).isFalse();
        assertThat(lock.acquireAsync(Duration.ZERO)).failsWithin(Duration.ofSeconds(30));
        waiting.forEach(future -> future.cancel(false));

        assertThat(sentSince(locks)).isZero();
        held.release();
    }

    @Test
    void whenManyThreadsCompeteShouldSendAFewCommandsPerHundredAcquisitions() throws Exception {
        compete(lock, 0.1);
    }

    @Test
    void whenManyThreadsCompeteForAFairLockShouldSendOneCommandForSeveral() throws Exception {
        compete(locks.fair("fair"), 0.3);
    }

    private void compete(NamedLock lock, double mostCommandsEach) throws Exception {
        int threads = 16;
        int cycles = 500;
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> all = new ArrayList<>();

        for (int i = 0; i < threads; i++) {
            all.add(pool.submit(() -> {
                start.await();
                for (int cycle = 0; cycle < cycles; cycle++) {
                    lock.lock();
                    lock.unlock();
                }
                return null;
            }));
        }
        for (Future<?> thread : all) {
            thread.get(60, SECONDS);
        }
        pool.shutdown();

        assertThat(counter.scriptCalls()).isPositive().isLessThanOrEqualTo((long)
                (threads * cycles * mostCommandsEach));
    }

    @Test
    void whenManyLeasesAreRenewedShouldSendAFewCommands() throws Exception {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            leases.add(locks.reentrant("many:" + i).acquire(Duration.ZERO));
        }
        counter.reset();

        scheduler.advance(Duration.ofSeconds(10));

        assertThat(sentSince(locks)).isEqualTo(3);
        for (Lease lease : leases) {
            lease.release();
        }
        counter.reset();
        scheduler.advance(Duration.ofSeconds(60));
        assertThat(sentSince(locks)).as("renewals after the release").isZero();
    }

    @Test
    void whenTheScriptsAreFlushedShouldGoOn() throws Exception {
        server.command("script", "flush");
        counter.reset();

        lock.lock();
        assertThat(lock.isLocked()).isTrue();
        server.command("script", "flush");
        lock.unlock();

        assertThat(lock.isLocked()).isFalse();
        assertThat(counter.calls("eval")).as("the texts, sent once each").isEqualTo(4);
        counter.reset();
        lock.lock();
        assertThat(counter.calls("eval")).as("acquire was flushed again").isEqualTo(1);
        lock.unlock();
        lock.lock();
        lock.unlock();
        assertThat(counter.calls("eval")).isEqualTo(1);
    }

    @Test
    void whenANameIsRefusedShouldSendNothing() {
        for (String name : new String[] {"", " ", "\n", "half \uD83D"}) {
            assertThatThrownBy(() -> locks.reentrant(name)).isInstanceOf(IllegalArgumentException.class);
        }
        for (Duration leaseTime : List.of(Duration.ZERO, Duration.ofNanos(1), Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatThrownBy(() -> lock.lock(leaseTime)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> lock.tryLock(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);

        assertThat(sentSince(locks)).isZero();
    }

    /** Hands a lock on from one to the next of so many; what is counted begins with the first release. */
    private void handOn(int waiters, Duration leaseTime) throws Exception {
        Lease held = leaseTime == null ? lock.acquire(Duration.ZERO) : lock.acquire(Duration.ZERO, leaseTime);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            CompletableFuture<Lease> waiting =
                    leaseTime == null ? lock.acquireAsync(LONG) : lock.acquireAsync(LONG, leaseTime);
            all.add(waiting.thenAccept(Lease::release));
        }
        counter.reset();

        held.release();
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(30, SECONDS);
    }

    /** Script calls since the last reset, those under way on the process's connection included. */
    private long sentSince(RedisLocks process) {
        assertThat(process.reentrant("a lock to look at").isLocked()).isFalse();
        return counter.scriptCalls() - 1;
    }
}
