package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedReadWriteLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers and writers that die, wait and are forgotten. */
@Timeout(120)
@Tag("faults")
class ReadWriteFaultTest {

    private static final Duration LEASE = Duration.ofSeconds(3);
    /** What a busy machine may add to anything. */
    private static final Duration BOUND = Duration.ofSeconds(8);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = 20;
    private static final String READERS = Rig.lockKey("book") + ":read";
    private static final String LINE = Rig.lockKey("book") + ":rw:line";

    @RegisterExtension
    private final Rig rig = new Rig();

    @Test
    void whenOneReaderIsKilledShouldAgeOutAloneAndLetTheWriterInAfterTheLast() throws Exception {
        LockProcess living = rig.process(settings -> settings.leaseTime(LEASE.multipliedBy(2)));
        Lease reading = book(living).readLock().acquire(PATIENCE);
        Worker dying = rig.worker(LEASE);
        dying.lock("lock read:book");
        CompletableFuture<Lease> writer = book(rig.process()).writeLock().acquireAsync(PATIENCE);
        awaitInLine(1);

        dying.kill();

        await().atMost(LEASE.plus(BOUND)).until(() -> readersNow() == 1);
        assertThat(reading.isValid()).isTrue();
        assertThat(writer).isNotDone();
        reading.release();
        Call.get(writer).release();
    }

    @Test
    void whenTheOnlyReaderIsKilledShouldLetTheWriterInAfterItsLease() throws Exception {
        Worker dying = rig.worker(LEASE);
        long token = dying.lock("lock read:book");
        CompletableFuture<Lease> writer = book(rig.process()).writeLock().acquireAsync(PATIENCE);
        awaitInLine(1);

        dying.kill();

        Lease writing = within(LEASE.plus(BOUND), writer);
        assertThat(writing.fencingToken()).isGreaterThan(token);
        writing.release();
    }

    @Test
    void whenTheWriterIsKilledShouldLetAllReadersInAfterItsLease() throws Exception {
        Worker dying = rig.worker(LEASE);
        long token = dying.lock("lock write:book");
        List<CompletableFuture<Lease>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            readers.add(book(rig.process()).readLock().acquireAsync(PATIENCE));
        }
        awaitInLine(3);

        dying.kill();

        List<Lease> reading = new ArrayList<>();
        for (CompletableFuture<Lease> reader : readers) {
            reading.add(within(LEASE.plus(BOUND), reader));
        }
        assertThat(reading).allMatch(Lease::isValid).allMatch(lease -> lease.fencingToken() > token);
        reading.forEach(Lease::release);
    }

    /** It kept readers behind it, and must not for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"killed", "frozen"})
    void whenTheWaitingWriterIsGoneShouldLetReadersInAgain(String how) throws Exception {
        Lease reading = book(rig.process()).readLock().acquire(PATIENCE);
        Worker waiting = rig.worker(LEASE);
        waiting.tell("visit write:book");
        awaitInLine(1);
        CompletableFuture<Lease> late = book(rig.process()).readLock().acquireAsync(PATIENCE);
        awaitInLine(2);

        if (how.equals("killed")) {
            waiting.kill();
        } else {
            waiting.pause();
        }

        Lease alsoReading = within(BOUND, late);
        assertThat(reading.isValid()).isTrue();
        alsoReading.release();
        reading.release();
        if (how.equals("frozen")) {
            waiting.resume();
            waiting.hears("visited ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"killed", "frozen"})
    void whenTheReaderThatIsFirstInLineIsGoneShouldLetInTheWriterBehindIt(String how) throws Exception {
        Lease writing = book(rig.process()).writeLock().acquire(PATIENCE);
        Worker first = rig.worker(LEASE);
        first.tell("visit read:book");
        awaitInLine(1);
        CompletableFuture<Lease> writer = book(rig.process()).writeLock().acquireAsync(PATIENCE);
        awaitInLine(2);

        if (how.equals("killed")) {
            first.kill();
        } else {
            first.pause();
        }
        writing.release();

        Lease next = within(BOUND, writer);
        if (how.equals("frozen")) {
            first.resume();
            awaitInLine(1);
            assertThat(first.hasSaid("visited")).isFalse();
        }
        next.release();
        if (how.equals("frozen")) {
            assertThat(Long.parseLong(first.hears("visited "))).isGreaterThan(next.fencingToken());
        }
    }

    /** At every moment somebody reads; only its turn lets a writer in. */
    @Test
    void whenReadersComeAllTheTimeShouldNotStarveAWriter() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong readings = new AtomicLong();
        LockProcess one = rig.process();
        LockProcess other = rig.process();
        List<CompletableFuture<Call<Void>>> readers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            NamedReadWriteLock lock = book(i % 2 == 0 ? one : other);
            readers.add(Call.start(() -> {
                while (!stop.get()) {
                    try (Lease unused = lock.readLock().acquire(PATIENCE)) {
                        readings.incrementAndGet();
                        Thread.sleep(20);
                    }
                }
                return null;
            }));
        }
        await().atMost(Rig.SOON).until(() -> readings.get() >= 16);

        Duration longest = Duration.ZERO;
        for (int i = 0; i < 10; i++) {
            long start = System.nanoTime();
            book(i % 2 == 0 ? one : other).writeLock().acquire(PATIENCE).release();
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            longest = waited.compareTo(longest) > 0 ? waited : longest;
        }
        long before = readings.get();
        await("readers go on").atMost(Rig.SOON).until(() -> readings.get() > before + 8);

        stop.set(true);
        for (CompletableFuture<Call<Void>> reader : readers) {
            assertThat(Call.get(reader).failure()).isNull();
        }
        assertThat(longest).isLessThan(BOUND);
    }

    @Test
    void whenTheServerForgetsShouldTellReadersAndLetTheWriterIn() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE));
        Lease reading = book(process).readLock().acquire(PATIENCE);
        CompletableFuture<Lease> writer = book(rig.process()).writeLock().acquireAsync(PATIENCE);
        awaitInLine(1);

        rig.server().command("flushall");

        await().atMost(Rig.SOON).until(() -> process.losses().equals(List.of(reading)));
        Lease writing = Call.get(writer);
        assertThat(writing.fencingToken()).isGreaterThan(reading.fencingToken());
        writing.release();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pubsub", "normal"})
    void whenConnectionsAreKilledAgainAndAgainShouldServeReadersAndWriters(String type) throws Exception {
        LockProcess one = rig.process();
        LockProcess other = rig.process();
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Call<Void>> killer = Call.start(() -> {
            while (!stop.get()) {
                rig.server().command("client", "kill", "type", type);
                Thread.sleep(100);
            }
            return null;
        });

        int[] page = new int[2];
        List<CompletableFuture<Call<Void>>> users = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            NamedReadWriteLock lock = book(i % 2 == 0 ? one : other);
            boolean writes = i % 3 == 0;
            users.add(Call.start(() -> use(lock, writes, page)));
        }

        for (CompletableFuture<Call<Void>> user : users) {
            assertThat(user.get(60, TimeUnit.SECONDS).failure()).isNull();
        }
        stop.set(true);
        assertThat(Call.get(killer).failure()).isNull();
        assertThat(page).containsExactly(2 * ROUNDS, 2 * ROUNDS);
        assertThat(one.losses()).isEmpty();
        assertThat(other.losses()).isEmpty();
    }

    /** Writes or reads both halves of a page that nothing else guards. */
    private static Void use(NamedReadWriteLock lock, boolean writes, int[] page) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            try (Lease unused = (writes ? lock.writeLock() : lock.readLock()).acquire(PATIENCE)) {
                if (writes) {
                    page[0]++;
                    Thread.sleep(2);
                    page[1]++;
                } else {
                    assertThat(page[0]).isEqualTo(page[1]);
                }
            }
        }
        return null;
    }

    @Test
    void whenProcessesCountInsideTheWriteLockShouldLoseNoCount(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("counter");
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            workers.add(rig.own(Worker.start(rig.server(), Duration.ofSeconds(30))));
        }
        for (Worker worker : workers) {
            worker.awaitReady();
        }

        workers.forEach(worker -> worker.tell("loop write:book 8 100 0 " + file));

        for (Worker worker : workers) {
            assertThat(worker.hears("looped ")).isEqualTo("800");
        }
        assertThat(SharedCounter.open(file).value()).isEqualTo(2_400);
    }

    private static NamedReadWriteLock book(LockProcess process) {
        return process.locks().readWrite("book");
    }

    private static Lease within(Duration limit, CompletableFuture<Lease> acquisition) throws Exception {
        long start = System.nanoTime();
        Lease lease = Call.get(acquisition);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit);
        return lease;
    }

    private void awaitInLine(long places) {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Rig.SOON)
                .until(() -> (Long) rig.server().command("zcard", LINE) == places);
    }

    /** How many readings have not ended by the server's clock, to the second. */
    private long readersNow() {
        List<?> time = (List<?>) rig.server().command("time");
        return (Long) rig.server().command("zcount", READERS, time.get(0) + "000", "+inf");
    }
}
