package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockBackendException;
import io.latchkey.LockException;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.testkit.Command;
import io.latchkey.testkit.Direction;
import io.latchkey.testkit.Fault;
import io.latchkey.testkit.FaultProxy;
import io.latchkey.testkit.RedisServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** Several locks as one, of several servers too, with what can go wrong between them. */
@Timeout(90)
@Tag("faults")
class MultiLockTest {

    private static final Duration WAIT = Duration.ofSeconds(20);

    @RegisterExtension
    private final Rig rig = new Rig();

    private final RedisServer elsewhere = rig.anotherServer();

    @Test
    void whenItsLocksAreOnTwoServersShouldTakeAndReleaseThemAll() throws Exception {
        Locks here = rig.process().locks();
        Locks there = processElsewhere(elsewhere.host(), elsewhere.port()).locks();
        NamedLock multi = here.multi(there.reentrant("order"), here.reentrant("order"), there.reentrant("stock"));

        try (Lease lease = multi.acquire(WAIT)) {
            assertThat(lease.parts()).extracting(Lease::name).containsExactly("order", "order", "stock");
            assertThat(lease.name()).isEqualTo("order, stock");
            assertThat(elsewhere.keys("*")).contains("latchkey:{order}", "latchkey:{stock}");
            assertThat(rig.heldAtServer("order")).isNotEmpty();
            assertThat(there.multi(there.reentrant("stock")).tryLock()).isFalse();
        }

        assertThat(rig.heldAtServer("order")).isEmpty();
        assertThat(elsewhere.keys("*")).doesNotContain("latchkey:{order}", "latchkey:{stock}");
    }

    @Test
    void whenTheSecondOfThreeCannotBeReachedShouldTakeNoneAndLeaveNothing() throws Exception {
        FaultProxy proxy = rig.own(FaultProxy.to(elsewhere));
        Locks here = rig.process().locks();
        Locks there = processElsewhere(proxy.host(), proxy.port()).locks();
        NamedLock multi = here.multi(here.reentrant("a"), there.reentrant("b"), here.reentrant("c"));
        multi.acquire(WAIT).release();
        proxy.blackHole(Direction.BOTH);

        assertThatExceptionOfType(LockBackendException.class).isThrownBy(() -> multi.tryLock(Duration.ofSeconds(1)));
        assertThatExceptionOfType(LockBackendException.class).isThrownBy(() -> multi.acquire(Duration.ofSeconds(1)));
        assertThat(multi.acquireAsync(Duration.ofSeconds(1)))
                .failsWithin(WAIT)
                .withThrowableThat()
                .withCauseInstanceOf(LockBackendException.class);

        for (String name : List.of("a", "c")) {
            rig.awaitFree(name);
        }
        assertThat(multi.isHeldByCurrentThread()).isFalse();
        proxy.heal();
        await().atMost(Rig.SOON)
                .untilAsserted(() -> assertThat(elsewhere.keys("latchkey:{b}")).isEmpty());
        multi.acquire(WAIT).release();
    }

    @Test
    void whenTwoProcessesNameThemInOppositeOrdersShouldNotWaitForEachOther() throws Exception {
        Locks one = rig.process().locks();
        Locks two = rig.process().locks();
        int[] unguarded = {0};
        List<CompletableFuture<Call<Void>>> all = new ArrayList<>();

        for (int i = 0; i < 4; i++) {
            NamedLock multi = i % 2 == 0
                    ? one.multi(
                            one.reentrant("a"),
                            one.reentrant("b"),
                            one.readWrite("c").writeLock())
                    : two.multi(two.readWrite("c").writeLock(), two.reentrant("b"), two.reentrant("a"));
            all.add(Call.start(() -> {
                for (int turn = 0; turn < 50; turn++) {
                    multi.lock();
                    try {
                        int seen = unguarded[0];
                        Thread.onSpinWait();
                        unguarded[0] = seen + 1;
                    } finally {
                        multi.unlock();
                    }
                }
                return null;
            }));
        }

        for (CompletableFuture<Call<Void>> each : all) {
            assertThat(each.get(60, TimeUnit.SECONDS).failure()).isNull();
        }
        assertThat(unguarded[0]).isEqualTo(200);
    }

    @Test
    void whenOneIsBusyForLongerThanTheLeaseTheOthersShouldStillBeHeldAtTheEnd() throws Exception {
        Locks locks = rig.process().locks();
        Locks others = rig.process().locks();
        NamedLock multi = locks.multi(locks.reentrant("a"), locks.reentrant("b"));
        Duration leaseTime = Duration.ofSeconds(2);
        Lease busy = others.reentrant("b").acquire(WAIT);

        CompletableFuture<Call<List<Duration>>> thread = Call.start(() -> {
            multi.lock(leaseTime);
            List<Duration> remaining = multi.currentLease().orElseThrow().parts().stream()
                    .map(Lease::remaining)
                    .toList();
            multi.unlock();
            return remaining;
        });
        awaitHeldBeyond(leaseTime, "a");
        busy.release();
        Call<List<Duration>> waited = Call.get(thread);
        busy = others.reentrant("b").acquire(WAIT);
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT, leaseTime);
        awaitHeldBeyond(leaseTime, "a");
        busy.release();

        assertThat(waited.failure()).isNull();
        assertThat(waited.value()).allSatisfy(remaining -> assertThat(remaining).isGreaterThan(Duration.ofMillis(300)));
        Lease lease = Call.get(future);
        assertThat(lease.parts()).allSatisfy(part -> assertThat(part.isValid()).isTrue());
        lease.release();
    }

    /** Waits until the end of a lock at the server is a lease time after the one that it first had. */
    private void awaitHeldBeyond(Duration leaseTime, String name) {
        await().atMost(Rig.SOON).until(() -> rig.timeToLive(name) > 0);
        long enough = endAtServer(name) + leaseTime.toMillis();
        await().atMost(Rig.SOON).until(() -> rig.timeToLive(name) > 0 && endAtServer(name) >= enough);
    }

    private long endAtServer(String name) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) + rig.timeToLive(name);
    }

    @Test
    void whenOneIsLostTheWholeShouldBeLostAndTheOthersReleased() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(Duration.ofSeconds(3)));
        Locks locks = process.locks();
        NamedLock multi = locks.multi(locks.reentrant("a"), locks.reentrant("b"), locks.reentrant("c"));
        Lease lease = multi.acquire(WAIT);
        CompletableFuture<Lease> told = new CompletableFuture<>();
        lease.onLost(told::complete);

        rig.server().command("del", Rig.lockKey("b"));

        assertThat(Call.get(told)).isSameAs(lease);
        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThat(lease.extend(WAIT)).isFalse();
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(lease::release)
                .withMessageContaining("lock 'b' was gone");
        assertThat(rig.heldAtServer("a")).isEmpty();
        assertThat(rig.heldAtServer("c")).isEmpty();
    }

    @Test
    void whenSeveralReleasesFailShouldTellThemAll() throws Exception {
        Locks locks = rig.process().locks();
        NamedLock multi = locks.multi(locks.reentrant("a"), locks.reentrant("b"), locks.reentrant("c"));
        multi.lock();
        rig.server().command("del", Rig.lockKey("a"), Rig.lockKey("c"));

        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(multi::unlock)
                .withMessageContaining("lock 'c'")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .isInstanceOf(LeaseLostException.class)
                        .extracting(Throwable::getMessage)
                        .asString()
                        .contains("lock 'a'"));
        assertThat(rig.heldAtServer("b")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whenAnAnswerIsLostShouldHoldOnceAndReleaseOnce(int nth) throws Exception {
        FaultProxy proxy = rig.proxy();
        Locks locks = rig.process(proxy, settings -> {}).locks();
        NamedLock multi = locks.multi(locks.reentrant("a"), locks.reentrant("b"), locks.reentrant("c"));
        multi.acquire(WAIT).release();
        Fault lost = proxy.dropReplyAndClose(Command.named("evalsha"), nth);

        multi.lock();
        assertThat(rig.heldAtServer("a")).hasSize(2);
        assertThat(rig.heldAtServer("c")).hasSize(2);
        multi.unlock();

        assertThat(lost.fired()).isTrue();
        for (String name : List.of("a", "b", "c")) {
            rig.awaitFree(name);
        }
    }

    @Test
    void whenRedisIsSilentShouldFailInTimeAndLeaveNothing() throws Exception {
        FaultProxy proxy = rig.proxy();
        Locks locks = rig.process(proxy, settings -> {}).locks();
        NamedLock multi = locks.multi(locks.reentrant("a"), locks.reentrant("b"), locks.reentrant("c"));
        multi.acquire(WAIT).release();
        proxy.blackHole(Direction.TO_CLIENT);

        Call<Boolean> waiting = Call.make(() -> multi.tryLock(Duration.ofMillis(500)));

        assertThat(waiting.failure()).isInstanceOf(LockBackendException.class);
        assertThat(waiting.took()).isLessThan(Duration.ofSeconds(10));
        proxy.heal();
        for (String name : List.of("a", "b", "c")) {
            rig.awaitFree(name);
        }
        multi.acquire(WAIT).release();
    }

    /** What was taken goes back when time is up, but nobody waits for that. */
    @Test
    void whenRedisFallsSilentWhileItWaitsShouldBeBackInTime() throws Exception {
        FaultProxy proxy = rig.proxy();
        Locks locks = rig.process(proxy, settings -> settings.commandTimeout(Duration.ofSeconds(10)))
                .locks();
        Locks others = rig.process().locks();
        Lease busy = others.reentrant("b").acquire(WAIT);
        Lease alsoBusy = others.reentrant("d").acquire(WAIT);
        Duration wait = Duration.ofSeconds(4);
        NamedLock ab = locks.multi(locks.reentrant("a"), locks.reentrant("b"));
        NamedLock cd = locks.multi(locks.reentrant("c"), locks.reentrant("d"));

        CompletableFuture<Call<Boolean>> thread = Call.start(() -> ab.tryLock(wait));
        CompletableFuture<Call<Lease>> future = Call.start(() -> Call.get(cd.acquireAsync(wait)));
        rig.awaitInLine("b", 1);
        rig.awaitInLine("d", 1);
        proxy.blackHole(Direction.BOTH);

        assertThat(Call.get(thread).took()).isLessThan(Duration.ofSeconds(9));
        assertThat(Call.get(future).took()).isLessThan(Duration.ofSeconds(9));
        assertThat(Call.get(future).failure()).isNotNull();
        assertThat(ab.isHeldByCurrentThread()).isFalse();
        proxy.heal();
        rig.awaitFree("a");
        rig.awaitFree("c");
        busy.release();
        alsoBusy.release();
    }

    /** Not as long for the second as if there had been no first. */
    @Test
    void whenOneIsBusyForAWhileAndTheNextForLongShouldWaitForBothTogetherAsLongAsForOne() throws Exception {
        Locks locks = rig.process().locks();
        Locks others = rig.process().locks();
        Duration wait = Duration.ofSeconds(6);
        Duration aWhile = Duration.ofSeconds(5);
        List<Lease> busy = List.of(
                others.reentrant("b").acquire(WAIT), others.reentrant("d").acquire(WAIT));
        NamedLock ab = locks.multi(locks.reentrant("a"), locks.reentrant("b"));
        NamedLock cd = locks.multi(locks.reentrant("c"), locks.reentrant("d"));
        others.reentrant("a").acquire(WAIT, aWhile);
        others.reentrant("c").acquire(WAIT, aWhile);

        CompletableFuture<Call<Boolean>> thread = Call.start(() -> ab.tryLock(wait));
        CompletableFuture<Call<Lease>> future = Call.start(() -> Call.get(cd.acquireAsync(wait)));

        assertThat(Call.get(thread).value()).isFalse();
        assertThat(Call.get(thread).took()).isBetween(wait, Duration.ofSeconds(9));
        assertThat(Call.get(future).failure()).hasCauseInstanceOf(LockTimeoutException.class);
        assertThat(Call.get(future).took()).isBetween(wait, Duration.ofSeconds(9));
        busy.forEach(Lease::release);
    }

    @Test
    void whenAThreadHasOneAlreadyShouldEnterItAgain() {
        Locks locks = rig.process().locks();
        NamedLock single = locks.reentrant("b");
        NamedLock multi = locks.multi(locks.reentrant("a"), single);
        single.lock();

        multi.lock();

        assertThat(single.getHoldCount()).isEqualTo(2);
        assertThat(multi.getHoldCount()).isEqualTo(1);
        multi.unlock();
        assertThat(rig.heldAtServer("a")).isEmpty();
        assertThat(rig.heldAtServer("b")).isNotEmpty();
        single.unlock();
    }

    @Test
    void whenItIsMadeOfMultiLocksAndRepetitionsShouldTakeEachOnce() throws Exception {
        Locks locks = rig.process().locks();
        NamedLock inner = locks.multi(locks.reentrant("b"), locks.reentrant("c"));
        NamedLock multi = locks.multi(locks.reentrant("c"), inner, locks.reentrant("a"), locks.reentrant("a"));

        try (Lease lease = multi.acquire(WAIT)) {
            assertThat(lease.parts()).extracting(Lease::name).containsExactly("a", "b", "c");
        }
    }

    @Test
    void whenTheSameLockComesFromTwoLocksOfOneServerShouldTakeItOnce() throws Exception {
        Locks one = rig.process().locks();
        Locks two = rig.process().locks();
        Locks there = processElsewhere(elsewhere.host(), elsewhere.port()).locks();

        try (Lease lease = one.multi(one.reentrant("a"), two.reentrant("a"), there.reentrant("a"))
                .acquire(WAIT)) {
            assertThat(lease.parts()).hasSize(2);
            assertThat(rig.heldAtServer("a")).isNotEmpty();
            assertThat(elsewhere.keys("*")).contains("latchkey:{a}");
        }
    }

    @Test
    void whenThereAreThousandsOfLocksShouldTakeAllAndGiveAllBack() {
        Locks locks = rig.process().locks();
        NamedLock multi = locks.multi(IntStream.range(0, 3_000)
                .mapToObj(i -> locks.reentrant("many-" + i))
                .toArray(NamedLock[]::new));

        multi.lock();
        assertThat(rig.heldAtServer("many-2999")).isNotEmpty();
        multi.unlock();

        rig.assertNothingLeft();
    }

    @Test
    void whenItHasBothSidesOfAReadWriteLockShouldTakeTheOneThatIsEnough() throws Exception {
        Locks locks = rig.process().locks();
        NamedLock read = locks.readWrite("catalogue").readLock();
        NamedLock readElsewhere = rig.process().locks().readWrite("catalogue").readLock();
        NamedLock write = locks.readWrite("catalogue").writeLock();
        NamedLock multi = locks.multi(read, locks.reentrant("stock"), readElsewhere, write);

        multi.lock();
        assertThat(multi.isHeldByCurrentThread()).isTrue();
        assertThat(write.isHeldByCurrentThread()).isTrue();
        assertThat(readElsewhere.tryLock()).isFalse();
        multi.unlock();

        for (Callable<Lease> taking : List.<Callable<Lease>>of(
                () -> multi.acquire(WAIT),
                () -> multi.acquireAsync(WAIT).get(20, TimeUnit.SECONDS),
                () -> multi.tryAcquire().orElseThrow())) {
            try (Lease lease = taking.call()) {
                assertThat(lease.parts()).hasSize(2);
                assertThat(multi.tryAcquire()).isEmpty();
            }
        }
        assertThat(readElsewhere.tryLock()).isTrue();
        readElsewhere.unlock();
    }

    @Test
    void whenALockIsSomebodyElsesShouldWorkWithItThroughItsInterface() throws Exception {
        Locks locks = rig.process().locks();
        NamedLock foreign = foreign(locks.reentrant("foreign"));
        NamedLock multi = locks.multi(foreign, locks.reentrant("own"));

        assertThat(multi.tryLock(WAIT, WAIT)).isTrue();
        assertThat(rig.heldAtServer("foreign")).isNotEmpty();
        multi.unlock();
        assertThat(rig.heldAtServer("foreign")).isEmpty();
        try (Lease lease = multi.acquireAsync(WAIT).get(20, TimeUnit.SECONDS)) {
            assertThat(lease.isValid()).isTrue();
        }
    }

    @Test
    void whenThereIsNothingToTakeShouldSaySo() {
        Locks locks = rig.process().locks();

        assertThatIllegalArgumentException()
                .isThrownBy(locks::multi)
                .withMessage("a multi-lock needs at least one lock, was given none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> locks.multi(locks.reentrant("a"), null))
                .withMessage("locks[1] of a multi-lock must not be null");
    }

    @Test
    void whenOneOfItsLocksIsClosedShouldTakeNone() throws Exception {
        Locks locks = rig.process().locks();
        LockProcess closed = rig.process();
        NamedLock multi = locks.multi(locks.reentrant("a"), closed.lock("b"));
        closed.closeLocks();

        assertThatExceptionOfType(LockException.class)
                .isThrownBy(multi::lock)
                .withMessageContaining("lock 'b' cannot be used: its Locks has been closed");
        assertThatExceptionOfType(LockException.class).isThrownBy(() -> multi.acquire(WAIT));
        assertThatExceptionOfType(LockException.class).isThrownBy(multi::tryAcquire);
        assertThat(rig.heldAtServer("a")).isEmpty();
    }

    private LockProcess processElsewhere(String host, int port) {
        return rig.process(new RedisStandaloneConfiguration(host, port), settings -> {});
    }

    private static NamedLock foreign(NamedLock lock) {
        return (NamedLock) Proxy.newProxyInstance(
                NamedLock.class.getClassLoader(), new Class<?>[] {NamedLock.class}, (proxy, method, args) -> {
                    try {
                        return method.invoke(lock, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
