package io.latchkey.sample.holder;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.argThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.NamedLock;
import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Message;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.ShopProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.dao.DataAccessResourceFailureException;

/** What goes wrong in a story ends it, in words, instead of leaving it open. */
class TellingTest {

    private static final int PATIENCE = 20_000;

    private final NamedLock lock = mock();
    private final Ledger ledger = mock();
    private final Bus bus = mock();
    private final Lease lease = mock();
    private final CompletableFuture<Lease> acquisition = new CompletableFuture<>();

    @AutoClose
    private final Telling telling = new Telling(
            lock, ledger, Duration.ofSeconds(2), new Narrator(new ShopProcess("a", 1, 8080), new Duties(), bus));

    @BeforeEach
    void prepare() {
        when(lock.acquireAsync(any())).thenReturn(acquisition);
        when(lock.remainingLease()).thenReturn(Duration.ZERO);
    }

    @Test
    void whenItCannotWaitForTheLockShouldSaySo() {
        telling.hear("held", 1);

        acquisition.completeExceptionally(new LockBackendException("till", "Redis cannot be reached", null));

        assertEnds("Cannot wait for the lock any longer. The log says why.");
    }

    @Test
    void whenAStepFailsShouldSaySoAndGiveTheLockBack() {
        when(ledger.write(any(), anyLong())).thenThrow(new DataAccessResourceFailureException("on purpose"));
        telling.hear("held", 1);

        acquisition.complete(lease);

        assertEnds("Cannot go on with the story. The log says why.");
        verify(lease, timeout(PATIENCE).atLeastOnce()).close();
    }

    @Test
    void whenALateWriteIsAcceptedShouldStillEnd() {
        telling.hear("written", 1);

        assertEnds("Gives the lock back.");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows cannot freeze a process")
    void whenAThawedHolderDiesShouldSaySo() throws IOException, StoryException {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            Holder holder = mock();
            when(holder.process()).thenReturn(process);
            telling.follow(holder);
            telling.hear("held", 1);
            telling.freeze();
            acquisition.complete(lease);
            verify(bus, timeout(PATIENCE)).publish(step("thawed"));

            telling.hear("ended", 0);

            assertEnds("Ended before it could write. The console says why.");
        } finally {
            process.destroyForcibly();
        }
    }

    private void assertEnds(String text) {
        verify(bus, timeout(PATIENCE))
                .publish(argThat(message -> message instanceof StoryTold told
                        && told.step().equals("end")
                        && told.text().equals(text)));
    }

    private static Message step(String step) {
        return argThat(
                message -> message instanceof StoryTold told && told.step().equals(step));
    }
}
