package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.testing.ManualScheduler;
import io.latchkey.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** When an engine may forget a lock: whoever closes it waits until it has forgotten all. */
class ForgettingTest {

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedBackend backend = new ScriptedBackend(Duration.ZERO);
    private final LockEngine engine = new LockEngine(
            backend,
            new EngineSettings(
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(2),
                    List.of(),
                    new Seams(ticker, new ManualScheduler(ticker), Runnable::run, new Random(1))));

    @Test
    void whenALockIsReleasedShouldBeKnownUntilTheBackendIsTold() {
        var acquisition = AsyncAcquisition.start(engine, LockRequest.now(new LockId(LockKind.REENTRANT, "order")));
        backend.last().held(1);
        HeldLease lease = (HeldLease) acquisition.join();
        List<Slot> knownThen = new ArrayList<>();

        lease.slot.release(lease, ending -> knownThen.addAll(engine.slots()));

        assertThat(knownThen).containsExactly(lease.slot);
        assertThat(engine.slots()).isEmpty();
    }
}
