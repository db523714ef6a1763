package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.NamedCountDownLatch;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.memory.SharedMemory;
import io.latchkey.testkit.ManualScheduler;
import io.latchkey.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A latch that is started again while somebody is still on the way through it. */
@Timeout(30)
class LatchReuseTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ManualTicker ticker = new ManualTicker();
    private final ManualScheduler scheduler = new ManualScheduler(ticker);
    private final Queue<Runnable> callbacks = new ArrayDeque<>();
    private final EngineLocks locks = new SharedMemory(ticker)
            .open(new EngineSettings(
                    LEASE,
                    Duration.ofSeconds(2),
                    List.of(),
                    new Seams(ticker, scheduler, callbacks::add, new Random(1))));
    private final NamedCountDownLatch latch = locks.countDownLatch("gate");

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

    @Test
    void whenAWaiterIsSlowToGoOnShouldStillLetItThrough() {
        CompletableFuture<Void> slow = latch.awaitAsync();

        scheduler.advance(LEASE.multipliedBy(2));
        runCallbacks();

        assertThat(slow).isCompleted();
    }

    private void runCallbacks() {
        for (Runnable callback = callbacks.poll(); callback != null; callback = callbacks.poll()) {
            callback.run();
        }
    }
}
