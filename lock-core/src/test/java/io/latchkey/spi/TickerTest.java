package io.latchkey.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TickerTest {

    private long monotonic = 7;
    private long wall = 1_790_000_000_000L;
    private final Ticker ticker = Ticker.of(() -> monotonic, () -> wall);
    private final long start = ticker.nanoTime();

    @Test
    void whenBothGoOnShouldCountWhatWentBy() {
        goOn(Duration.ofSeconds(5));

        assertThat(elapsed()).isEqualTo(Duration.ofSeconds(5));
        assertThat(ticker.lastJump()).isEmpty();
    }

    @Test
    void whenTheMachineSleptShouldCountThatToo() {
        goOn(Duration.ofSeconds(5));

        wall += 60_000;
        goOn(Duration.ofMillis(2));

        assertThat(elapsed()).isEqualTo(Duration.ofMillis(65_002));
        assertThat(ticker.lastJump())
                .hasValueSatisfying(jump -> assertThat(jump.by()).isEqualTo(Duration.ofSeconds(60)));
        goOn(Duration.ofSeconds(1));
        assertThat(elapsed()).as("jumps once").isEqualTo(Duration.ofMillis(66_002));
    }

    @Test
    void whenTheWallClockIsSetBackShouldChangeNothing() {
        wall -= 3_600_000;
        goOn(Duration.ofSeconds(1));

        assertThat(elapsed()).isEqualTo(Duration.ofSeconds(1));
        assertThat(ticker.lastJump()).isEmpty();
    }

    @Test
    void whenItSleepsAfterItWasSetBackShouldStillCountThat() {
        wall -= 3_600_000;
        goOn(Duration.ofSeconds(1));
        elapsed();

        wall += 60_000;
        goOn(Duration.ofSeconds(1));

        assertThat(elapsed()).isEqualTo(Duration.ofSeconds(62));
    }

    @Test
    void whenClocksDriftShouldFollowTheMonotonicOne() {
        for (int i = 0; i < 100; i++) {
            goOn(Duration.ofMillis(10));
            wall += i % 2 == 0 ? 40 : -40;

            assertThat(elapsed()).isEqualTo(Duration.ofMillis(10L * (i + 1)));
        }
    }

    @Test
    void whenTheWallClockIsSetAheadByLittleShouldNotAddThatUp() {
        for (int i = 0; i < 100; i++) {
            wall += 130;
            goOn(Duration.ofMillis(10));
            elapsed();
        }

        assertThat(elapsed()).isEqualTo(Duration.ofSeconds(1));
        assertThat(ticker.lastJump()).isEmpty();
    }

    private void goOn(Duration time) {
        monotonic += time.toNanos();
        wall += time.toMillis();
    }

    private Duration elapsed() {
        return Duration.ofNanos(ticker.nanoTime() - start);
    }
}
