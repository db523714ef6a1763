package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.memory.SharedMemory;
import io.latchkey.testing.ManualScheduler;
import io.latchkey.testing.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A backend that answers on the spot serves any number of waiters, on a clock that stands still: none by looking again. */
@Timeout(60)
class ManyWaitersTest {

    private static final int MANY = 5_000;
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ManualTicker ticker = new ManualTicker();
    private final SharedMemory memory = new SharedMemory(ticker);
    private final EngineLocks locks = memory.open(new EngineSettings(
            Duration.ofSeconds(30),
            Duration.ofSeconds(2),
            List.of(),
            new Seams(ticker, new ManualScheduler(ticker), null, null)));

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void whenALatchOpensShouldLetAllThrough() {
        NamedCountDownLatch latch = locks.countDownLatch("gate");
        latch.trySetCount(1);
        List<CompletableFuture<Void>> waiting =
                Stream.generate(latch::awaitAsync).limit(MANY).toList();

        latch.countDown();

        await().atMost(LONG).until(() -> waiting.stream().allMatch(CompletableFuture::isDone));
    }

    @Test
    void whenManyReadAtOnceShouldLetAllIn() throws Exception {
        Lease writing = locks.readWrite("book").writeLock().acquire(LONG);
        NamedLock reading = locks.readWrite("book").readLock();
        List<CompletableFuture<Lease>> waiting =
                Stream.generate(() -> reading.acquireAsync(LONG)).limit(MANY).toList();

        writing.release();

        await().atMost(LONG).until(() -> waiting.stream().allMatch(CompletableFuture::isDone));
        assertThat(waiting).allMatch(lease -> lease.join().isValid());
        waiting.forEach(lease -> lease.join().release());
    }
}
