package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.NamedCountDownLatch;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.memory.SharedMemory;
import io.latchkey.testing.ManualScheduler;
import io.latchkey.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A latch that is started again while somebody is still on the way through it. */
@Timeout(30)
class LatchReuseTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ManualTicker ticker = new ManualTicker();
    private final ManualScheduler scheduler = new ManualScheduler(ticker);
    private final Queue<Runnable> callbacks = new ArrayDeque<>();
    private final SharedMemory memory = new SharedMemory(ticker);
    private final NamedCountDownLatch latch = open(callbacks::add);

    @Test
    void whenStartedAgainShouldNotLetInWhoComesLater() {
        CompletableFuture<Void> early = latch.awaitAsync();
        latch.trySetCount(1);
        CompletableFuture<Void> late = latch.awaitAsync();

        runCallbacks();

        assertThat(early).isCompleted();
        assertThat(late).isNotDone();
        latch.countDown();
        runCallbacks();
        assertThat(late).isCompleted();
    }

    /** The first to hear that it is open closes it behind itself, before the others have heard. */
    @Test
    void whenStartedAgainBeforeAllHaveHeardShouldLetThroughWhoWaitedAndNobodyWhoComesLater() {
        latch.trySetCount(1);
        List<CompletableFuture<Void>> late = new ArrayList<>();
        CompletableFuture<Void> quick = open(Runnable::run).awaitAsync().thenRun(() -> {
            latch.trySetCount(1);
            ticker.advance(Duration.ofMillis(1));
            late.add(latch.awaitAsync());
        });
        CompletableFuture<Void> slow = latch.awaitAsync();
        ticker.advance(Duration.ofMillis(1));
        CompletableFuture<Void> slower = latch.awaitAsync();

        latch.countDown();
        runCallbacks();

        assertThat(List.of(quick, slow, slower)).allMatch(CompletableFuture::isDone);
        assertThat(late).hasSize(1).noneMatch(CompletableFuture::isDone);
        latch.countDown();
        runCallbacks();
        assertThat(late).allMatch(CompletableFuture::isDone);
    }

    @Test
    void whenAWaiterIsSlowToGoOnShouldStillLetItThrough() {
        CompletableFuture<Void> slow = latch.awaitAsync();

        scheduler.advance(LEASE.multipliedBy(2));
        runCallbacks();

        assertThat(slow).isCompleted();
    }

    private NamedCountDownLatch open(Executor executor) {
        Seams seams = new Seams(ticker, scheduler, executor, new Random(1));
        return memory.open(new EngineSettings(LEASE, Duration.ofSeconds(2), List.of(), seams))
                .countDownLatch("gate");
    }

    private void runCallbacks() {
        for (Runnable callback = callbacks.poll(); callback != null; callback = callbacks.poll()) {
            callback.run();
        }
    }
}
