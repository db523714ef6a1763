package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockException;
import io.latchkey.NamedLock;
import io.latchkey.NamedReadWriteLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What readers and writers must be to each other, on whatever backend. A write lock alone is any exclusive lock. */
@Timeout(120)
public abstract class ReadWriteLockContract extends TwoProcesses {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = LockWorld.VAIN_WAIT;
    private static final Duration BEYOND_RENEWED_LEASE = LockWorld.RENEWED_LEASE.plusMillis(500);

    /** Ends while a test waits for it, but not before the next step on a slow machine. */
    private static final Duration BRIEF_LEASE = Duration.ofMillis(700);

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    final void endThreads() {
        threads.shutdownNow();
    }

    private NamedReadWriteLock mine() {
        return first().locks().readWrite("book");
    }

    private NamedReadWriteLock theirs() {
        return second().locks().readWrite("book");
    }

    @Test
    void whenNobodyWritesShouldLetManyReadAtOnce() throws Exception {
        Lease first = mine().readLock().acquire(LONG);
        Lease second = mine().readLock().acquire(LONG);
        Lease third = theirs().readLock().acquire(LONG);

        assertThat(List.of(first, second, third)).allMatch(Lease::isValid);
        assertThat(theirs().writeLock().tryLock(SHORT)).isFalse();

        first.release();
        second.release();
        assertThat(theirs().writeLock().tryLock(SHORT)).isFalse();
        third.release();
        assertThat(theirs().writeLock().tryLock()).isTrue();
        theirs().writeLock().unlock();
    }

    @Test
    void whenSomebodyWritesShouldLetNobodyRead() throws Exception {
        Lease writing = mine().writeLock().acquire(LONG);

        assertThat(mine().readLock().tryAcquire()).isEmpty();
        assertThat(theirs().readLock().tryAcquire()).isEmpty();
        CompletableFuture<Lease> here = mine().readLock().acquireAsync(LONG);
        CompletableFuture<Lease> there = theirs().readLock().acquireAsync(LONG);
        assertThat(theirs().readLock().tryLock(SHORT)).isFalse();
        writing.release();

        here.get(20, SECONDS).release();
        there.get(20, SECONDS).release();
    }

    @Test
    void whenReadersOfOneProcessWaitedTogetherShouldReadTogetherBeforeALaterWriter() throws Exception {
        Lease writing = theirs().writeLock().acquire(LONG);
        List<CompletableFuture<Lease>> readers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            readers.add(mine().readLock().acquireAsync(LONG));
        }
        await().until(() -> isQueued(mine().readLock()));
        CompletableFuture<Lease> writer = theirs().writeLock().acquireAsync(LONG);

        writing.release();
        List<Lease> reading = new ArrayList<>();
        for (CompletableFuture<Lease> reader : readers) {
            reading.add(reader.get(20, SECONDS));
        }

        assertThat(reading).allMatch(Lease::isValid);
        assertThat(writer).isNotDone();
        reading.forEach(Lease::release);
        writer.get(20, SECONDS).release();
    }

    @Test
    void whenAWriterWaitsShouldNotLetLaterReadersOvertakeIt() throws Exception {
        Lease reading = mine().readLock().acquire(LONG);
        CompletableFuture<Lease> writer = theirs().writeLock().acquireAsync(LONG);
        await().until(this::noReaderComesIn);

        CompletableFuture<Lease> lateReader = mine().readLock().acquireAsync(LONG);
        reading.release();
        Lease writing = writer.get(20, SECONDS);

        assertThat(lateReader).isNotDone();
        writing.release();
        lateReader.get(20, SECONDS).release();
    }

    private boolean noReaderComesIn() {
        Optional<Lease> late = mine().readLock().tryAcquire();
        late.ifPresent(Lease::release);
        return late.isEmpty();
    }

    @Test
    void whenSeveralWritersWaitShouldNotLetLaterReadersOvertakeAnyOfThem() throws Exception {
        List<NamedReadWriteLock> writing = List.of(theirs(), mine(), another(), another());
        NamedReadWriteLock passerBy = another();
        for (int round = 0; round < 10; round++) {
            Lease reading = mine().readLock().acquire(LONG);
            List<CompletableFuture<Lease>> writers = new ArrayList<>();
            for (NamedReadWriteLock lock : writing) {
                writers.add(lock.writeLock().acquireAsync(LONG));
                awaitCarriedOut(lock.writeLock());
            }
            List<CompletableFuture<Lease>> readers = new ArrayList<>();
            for (NamedReadWriteLock lock : writing) {
                readers.add(lock.readLock().acquireAsync(LONG));
                awaitCarriedOut(lock.readLock());
            }

            reading.release();
            for (CompletableFuture<Lease> writer : writers) {
                assertThat(passerBy.readLock().tryAcquire()).isEmpty();
                Lease held = writer.get(20, SECONDS);
                assertThat(readers).noneMatch(CompletableFuture::isDone);
                held.release();
            }

            for (CompletableFuture<Lease> reader : readers) {
                reader.get(20, SECONDS).release();
            }
        }
    }

    private NamedReadWriteLock another() {
        return open(LONG).locks().readWrite("book");
    }

    /** Waits until what this process has asked for before has reached the backend: its requests for a lock are in order. */
    private static void awaitCarriedOut(NamedLock lock) {
        lock.remainingLease();
    }

    @ParameterizedTest
    @ValueSource(strings = {"times out", "is interrupted"})
    void whenAWaitingWriterLeavesShouldLetInTheReadersBehindIt(String how) throws Exception {
        Lease reading = mine().readLock().acquire(LONG);
        boolean interrupted = how.equals("is interrupted");
        Future<Boolean> writer =
                threads.submit(() -> theirs().writeLock().tryLock(interrupted ? LONG : Duration.ofSeconds(3)));
        await().atMost(LONG).until(this::noReaderComesIn);
        List<CompletableFuture<Lease>> behind = List.of(
                mine().readLock().acquireAsync(LONG), theirs().readLock().acquireAsync(LONG));

        if (interrupted) {
            assertThat(behind).noneMatch(CompletableFuture::isDone);
            assertThat(writer.cancel(true)).isTrue();
        } else {
            assertThat(writer.get(20, SECONDS)).isFalse();
        }

        for (CompletableFuture<Lease> reader : behind) {
            reader.get(20, SECONDS).release();
        }
        assertThat(reading.isValid()).isTrue();
        reading.release();
    }

    @Test
    void whenHeldBeyondTheirLeaseShouldRenewReadingAndWritingAlike() throws Exception {
        NamedReadWriteLock lock = open(LockWorld.RENEWED_LEASE).locks().readWrite("book");
        enter(lock.writeLock());
        enter(lock.readLock());
        Lease writing = lock.writeLock().currentLease().orElseThrow();
        Lease reading = lock.readLock().currentLease().orElseThrow();

        await().during(BEYOND_RENEWED_LEASE).atMost(LONG).until(() -> writing.isValid() && reading.isValid());

        assertThat(theirs().readLock().tryAcquire()).isEmpty();
        lock.writeLock().unlock();
        await().during(BEYOND_RENEWED_LEASE).atMost(LONG).until(reading::isValid);
        assertThat(theirs().writeLock().tryAcquire()).isEmpty();
        lock.readLock().unlock();
    }

    @Test
    void whenClosedShouldRefuseToReadAsToWrite() {
        Peer peer = open(LONG);
        NamedReadWriteLock lock = peer.locks().readWrite("book");

        peer.close();

        for (NamedLock side : List.of(lock.readLock(), lock.writeLock())) {
            for (Callable<?> call : List.<Callable<?>>of(
                    side::tryLock,
                    () -> side.tryLock(LONG),
                    () -> side.acquire(LONG),
                    side::tryAcquire,
                    side::isLocked,
                    side::forceUnlock)) {
                assertThatThrownBy(call::call).satisfies(ReadWriteLockContract::assertClosed);
            }
            assertThatThrownBy(() -> side.acquireAsync(LONG).get(20, SECONDS))
                    .cause()
                    .satisfies(ReadWriteLockContract::assertClosed);
        }
    }

    private static void assertClosed(Throwable failure) {
        assertThat(failure)
                .isExactlyInstanceOf(LockException.class)
                .hasMessage(
                        "lock 'book' cannot be used: its Locks has been closed, as the application is shutting down");
    }

    @Test
    void whenAWaitingWriterGivesUpShouldLetReadersInAgain() throws Exception {
        Lease reading = mine().readLock().acquire(LONG);
        CompletableFuture<Lease> writer = theirs().writeLock().acquireAsync(LONG);
        CompletableFuture<Lease> reader = mine().readLock().acquireAsync(LONG);

        writer.cancel(true);

        reader.get(20, SECONDS).release();
        reading.release();
    }

    @Test
    void whenAWriterReadsTooShouldKeepReadingAfterItStopsWriting() throws Exception {
        enter(mine().writeLock());
        enter(mine().readLock());

        mine().writeLock().unlock();

        assertThat(mine().readLock().isHeldByCurrentThread()).isTrue();
        Lease other = theirs().readLock().acquire(Duration.ofSeconds(20));
        assertThat(theirs().writeLock().tryLock(SHORT)).isFalse();
        other.release();
        mine().readLock().unlock();
        assertThat(theirs().writeLock().tryLock(Duration.ofSeconds(20))).isTrue();
        theirs().writeLock().unlock();
    }

    @Test
    void whenOthersWaitToReadShouldLetTheWriterReadBeforeThem() throws Exception {
        enter(mine().writeLock());
        CompletableFuture<Lease> reader = mine().readLock().acquireAsync(LONG);
        CompletableFuture<Lease> writer = mine().writeLock().acquireAsync(LONG);

        assertThat(mine().readLock().tryLock()).isTrue();
        assertThat(mine().readLock().tryLock(Duration.ofSeconds(20))).isTrue();

        assertThat(reader).isNotDone();
        mine().writeLock().unlock();
        mine().readLock().unlock();
        mine().readLock().unlock();
        reader.get(20, SECONDS).release();
        writer.get(20, SECONDS).release();
    }

    @Test
    void whenALockIsHandedDownShouldNotLetAnotherWriterOfTheProcessIn() throws Exception {
        enter(mine().writeLock());
        enter(mine().readLock());
        CompletableFuture<Lease> writer = mine().writeLock().acquireAsync(LONG);

        mine().writeLock().unlock();

        assertThat(mine().writeLock().tryAcquire()).isEmpty();
        assertThat(writer).isNotDone();
        mine().readLock().unlock();
        writer.get(20, SECONDS).release();
    }

    @Test
    void whenAReaderWantsToWriteShouldRefuseAtOnceAndLeaveItReading() throws Exception {
        enter(mine().readLock());

        for (Callable<?> upgrade : upgrades(mine().writeLock())) {
            assertThatThrownBy(upgrade::call)
                    .isInstanceOf(IllegalMonitorStateException.class)
                    .hasMessageContaining("reads under 'book' and would wait for itself: unlock the read lock");
        }

        assertThat(mine().readLock().getHoldCount()).isEqualTo(1);
        mine().readLock().unlock();
        enter(mine().writeLock());
        mine().writeLock().unlock();
    }

    private static List<Callable<?>> upgrades(NamedLock writeLock) {
        return List.of(
                () -> {
                    writeLock.lock();
                    return true;
                },
                () -> writeLock.tryLock(LONG),
                () -> writeLock.tryLock(LONG, LONG),
                () -> writeLock.acquire(LONG),
                () -> writeLock.acquire(LONG, LONG));
    }

    @Test
    void whenAReaderAsksToWriteWithoutWaitingShouldBeAnsweredAsAnybody() throws Exception {
        enter(mine().readLock());

        assertThat(mine().writeLock().tryLock()).isFalse();
        assertThat(mine().writeLock().tryLock(Duration.ZERO)).isFalse();
        assertThat(mine().writeLock().tryAcquire()).isEmpty();
        CompletableFuture<Lease> writer = mine().writeLock().acquireAsync(LONG);
        mine().readLock().unlock();

        writer.get(20, SECONDS).release();
    }

    @Test
    void whenManyReadShouldTellWhenTheLastLeaseEnds() throws Exception {
        try (Lease longer = mine().readLock().acquire(LONG, LONG);
                Lease shorter = theirs().readLock().acquire(LONG, LONG.dividedBy(10))) {
            assertThat(mine().readLock().remainingLease()).isGreaterThan(LONG.dividedBy(2));
            assertThat(theirs().readLock().remainingLease()).isGreaterThan(LONG.dividedBy(2));
        }
    }

    @Test
    void whenForcedOpenShouldTellEveryReader() throws Exception {
        List<Lease> told = new CopyOnWriteArrayList<>();
        Lease one = mine().readLock().acquire(LONG, LONG).onLost(told::add);
        Lease other = mine().readLock().acquire(LONG, LONG).onLost(told::add);
        Lease elsewhere = theirs().readLock().acquire(LONG, LONG).onLost(told::add);

        assertThat(mine().readLock().forceUnlock()).isTrue();

        assertThat(List.of(one, other)).noneMatch(Lease::isValid);
        await().atMost(LONG.dividedBy(2)).until(() -> told.size() == 3);
        assertThat(told).containsExactlyInAnyOrder(one, other, elsewhere);
    }

    @Test
    void whenAWriterAsksForALeaseToReadShouldGetItAndKeepItAfterwards() throws Exception {
        enter(mine().writeLock());

        Lease reading = mine().readLock().acquire(Duration.ofSeconds(20));
        mine().writeLock().unlock();

        assertThat(reading.isValid()).isTrue();
        assertThat(theirs().writeLock().tryLock(SHORT)).isFalse();
        reading.release();
    }

    @Test
    void whenReadersComeAgainShouldEnterWithoutAsking() throws Exception {
        enter(mine().readLock());
        enter(mine().readLock());

        assertThat(mine().readLock().getHoldCount()).isEqualTo(2);
        mine().readLock().unlock();
        mine().readLock().unlock();
        assertThatThrownBy(() -> mine().readLock().unlock()).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void whenOneReadersLeaseEndsShouldLeaveTheOthersAlone() throws Exception {
        Lease brief = mine().readLock().acquire(LONG, Duration.ofMillis(200));
        Lease lasting = mine().readLock().acquire(LONG);

        await().until(() -> !brief.isValid());

        assertThat(lasting.isValid()).isTrue();
        assertThatThrownBy(brief::release).isInstanceOf(LeaseLostException.class);
        assertThat(theirs().writeLock().tryLock(SHORT)).isFalse();
        lasting.release();
        assertThat(theirs().writeLock().tryLock(Duration.ofSeconds(20))).isTrue();
        theirs().writeLock().unlock();
    }

    @Test
    void whenTheWriteLeaseOfAReaderEndsShouldKeepItReading() throws Exception {
        assertThat(mine().writeLock().tryLock(LONG, BRIEF_LEASE)).isTrue();
        Lease writing = mine().writeLock().currentLease().orElseThrow();
        enter(mine().readLock());
        Lease reading = mine().readLock().currentLease().orElseThrow();

        await().until(() -> !writing.isValid());

        theirs().readLock().acquire(Duration.ofSeconds(20)).release();
        assertThat(theirs().writeLock().tryLock(SHORT)).isFalse();
        assertThatThrownBy(() -> mine().writeLock().unlock()).isInstanceOf(LeaseLostException.class);
        assertThat(reading.isValid()).isTrue();
        mine().readLock().unlock();
        assertThat(theirs().writeLock().tryLock(Duration.ofSeconds(20))).isTrue();
        theirs().writeLock().unlock();
    }

    @Test
    void whenTheReadLeaseOfAWriterEndsShouldKeepItWriting() throws Exception {
        enter(mine().writeLock());
        Lease writing = mine().writeLock().currentLease().orElseThrow();
        assertThat(mine().readLock().tryLock(LONG, BRIEF_LEASE)).isTrue();
        Lease reading = mine().readLock().currentLease().orElseThrow();

        await().until(() -> !reading.isValid());

        assertThat(theirs().readLock().tryLock(SHORT)).isFalse();
        assertThatThrownBy(() -> mine().readLock().unlock()).isInstanceOf(LeaseLostException.class);
        assertThat(writing.isValid()).isTrue();
        assertThat(theirs().readLock().tryAcquire()).isEmpty();
        mine().writeLock().unlock();
        theirs().readLock().acquire(Duration.ofSeconds(20)).release();
    }

    @Test
    void whenReadersAreForcedOutShouldTellThemAndLetTheWriterIn() throws Exception {
        Lease reading = mine().readLock().acquire(LONG);
        CompletableFuture<Lease> writer = theirs().writeLock().acquireAsync(LONG);

        assertThat(mine().readLock().forceUnlock()).isTrue();

        writer.get(20, SECONDS).release();
        assertThatThrownBy(reading::release).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void whenReadersAndWritersMeetShouldNeverReadAHalfWrittenPage() throws Exception {
        int[] page = new int[2];
        List<Future<?>> all = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < 12; i++) {
            NamedReadWriteLock lock = i % 2 == 0 ? mine() : theirs();
            boolean writer = i % 3 == 0;
            all.add(threads.submit(() -> {
                start.await();
                for (int round = 0; round < 60; round++) {
                    if (writer) {
                        enter(lock.writeLock());
                        page[0]++;
                        Thread.onSpinWait();
                        page[1]++;
                        lock.writeLock().unlock();
                    } else {
                        enter(lock.readLock());
                        assertThat(page[0]).isEqualTo(page[1]);
                        lock.readLock().unlock();
                    }
                }
                return null;
            }));
        }

        start.countDown();
        for (Future<?> thread : all) {
            thread.get(90, SECONDS);
        }

        assertThat(page).containsExactly(4 * 60, 4 * 60);
    }

    /** Locks, but not for ever: a test that hangs tells nothing. */
    private static void enter(NamedLock lock) throws InterruptedException {
        assertThat(lock.tryLock(Duration.ofSeconds(20)))
                .as("%s within 20 s", lock)
                .isTrue();
    }

    /** Whether somebody of this process is in line, so that one who does not wait is turned away unasked. */
    private static boolean isQueued(NamedLock lock) {
        return lock.tryAcquire().isEmpty();
    }
}
