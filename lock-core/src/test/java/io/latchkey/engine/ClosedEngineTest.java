package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.LockException;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is pending when an engine is closed is complete afterwards. */
@Timeout(30)
class ClosedEngineTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final ScriptedBackend backend = new ScriptedBackend(Duration.ZERO);
    private final EngineLocks locks = new EngineLocks(
            backend,
            new EngineSettings(
                    Duration.ofSeconds(30),
                    Duration.ofMillis(200),
                    List.of(),
                    new Seams(Ticker.SYSTEM, null, null, null)));

    @Test
    void whenTheBackendIsSilentShouldCompleteWhatWasReleased() {
        CompletableFuture<Lease> future = locks.reentrant("order").acquireAsync(SOON);
        backend.last().held(5);
        CompletableFuture<Void> released = future.join().releaseAsync();

        locks.close();

        assertThat(released)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockBackendException.class);
    }

    @Test
    void whenClosedShouldStillCompleteOnAThreadOfItsOwn() {
        CompletableFuture<Thread> thread =
                locks.reentrant("order").acquireAsync(SOON).handle((lease, failure) -> Thread.currentThread());
        locks.close();

        CompletableFuture<Lease> late = locks.reentrant("order").acquireAsync(SOON);

        assertThat(thread).succeedsWithin(SOON).isNotSameAs(Thread.currentThread());
        assertThat(late)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockException.class);
    }
}
