package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.memory.SharedMemory;
import io.latchkey.spi.Ticker;
import io.latchkey.testing.ManualScheduler;
import io.latchkey.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The monotonic clock stands still while a machine sleeps; what it held is not valid when it wakes up. */
@Timeout(30)
class SuspendedMachineTest {

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final ManualTicker monotonic = new ManualTicker();
    private long wall = 1_790_000_000_000L;
    private final ManualScheduler scheduler = new ManualScheduler(monotonic);
    private final SharedMemory memory = new SharedMemory(monotonic);
    private final List<Lease> told = new ArrayList<>();
    private final EngineLocks locks = memory.open(new EngineSettings(
            LEASE,
            Duration.ofSeconds(2),
            List.of(),
            new Seams(Ticker.of(monotonic::nanoTime, () -> wall), scheduler, Runnable::run, null)));

    @Test
    void whenItWakesUpAFixedLeaseShouldBeOver() throws Exception {
        Lease lease = locks.reentrant("order").acquire(Duration.ZERO, LEASE).onLost(told::add);
        goOn(Duration.ofSeconds(1));
        assertThat(lease.isValid()).isTrue();

        sleep(Duration.ofMinutes(10));

        assertThat(lease.isValid()).isFalse();
        assertThatThrownBy(lease::ensureValid)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock 'order' expired as the clock jumped by 600s while held by");
        assertThatThrownBy(lease::release)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("the clock jumped by 600s");
        assertThat(told).containsExactly(lease);
    }

    @Test
    void whenItWakesUpARenewedLeaseShouldBeOverBeforeItsNextRenewal() throws Exception {
        Lease lease = locks.reentrant("order").acquire(Duration.ZERO).onLost(told::add);

        sleep(Duration.ofMinutes(1));

        assertThat(lease.isValid()).isFalse();
        scheduler.advance(LEASE);
        assertThat(told).containsExactly(lease);
    }

    @Test
    void whenItWakesUpTheWatchdogShouldTellOfLossesAndRenewWhatIsTakenThen() throws Exception {
        Lease lost = locks.reentrant("long")
                .acquire(Duration.ZERO, Duration.ofHours(1))
                .onLost(told::add);
        work(Duration.ofSeconds(5));
        sleep(Duration.ofHours(2));

        Lease lease = locks.reentrant("order").acquire(Duration.ZERO);
        work(Duration.ofMinutes(1));

        assertThat(told).containsExactly(lost);
        assertThat(lease.isValid()).isTrue();
        lease.release();
    }

    @Test
    void whenItSleptForLessThanTheLeaseShouldKeepIt() throws Exception {
        Lease lease = locks.reentrant("order").acquire(Duration.ZERO, LEASE);

        sleep(Duration.ofSeconds(10));

        assertThat(lease.isValid()).isTrue();
        assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(20));
        lease.release();
    }

    @Test
    void whenTheWallClockIsSetBackShouldChangeNothing() throws Exception {
        Lease lease = locks.reentrant("order").acquire(Duration.ZERO, LEASE);

        sleep(Duration.ofHours(-1));

        assertThat(lease.remaining()).isGreaterThan(Duration.ofSeconds(28));
        lease.release();
    }

    private void sleep(Duration time) {
        wall += time.toMillis();
        goOn(Duration.ofMillis(2));
    }

    /** Lets the watchdog run meanwhile. */
    private void work(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            scheduler.advance(Duration.ofSeconds(1));
            wall += 1_000;
        }
    }

    private void goOn(Duration time) {
        monotonic.advance(time);
        wall += time.toMillis();
    }
}
