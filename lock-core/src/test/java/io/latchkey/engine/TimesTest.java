package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class TimesTest {

    private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.000999999S", "P3651D", "PT2562047H48M"})
    void whenALeaseTimeMakesNoSenseShouldNameItAndItsValue(Duration leaseTime) {
        assertThatThrownBy(() -> Times.leaseNanos(leaseTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("leaseTime must be between 1ms and 3650 days, was " + leaseTime);
    }

    @Test
    void whenALeaseTimeIsAtItsLimitsShouldTakeIt() {
        assertThat(Times.leaseNanos(Duration.ofMillis(1))).isEqualTo(1_000_000);
        assertThat(Times.leaseNanos(Duration.ofDays(3650)))
                .isEqualTo(Duration.ofDays(3650).toNanos());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"PT-0.000000001S", "PT-1S", "PT-2562047788015215H"})
    void whenAWaitTimeMakesNoSenseShouldNameItAndItsValue(Duration waitTime) {
        assertThatThrownBy(() -> Times.waitNanos(waitTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("waitTime must be zero or positive, was " + waitTime);
    }

    @Test
    void whenAWaitTimeIsLongerThanAnythingShouldNeverEnd() {
        assertThat(Times.waitNanos(Duration.ZERO)).isZero();
        assertThat(Times.waitNanos(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(Times.waitNanos(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(Times.NEVER);
        assertThat(Times.waitNanos(ENDLESS)).isEqualTo(Times.NEVER);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"PT0S", "PT-1S", "P3651D"})
    void whenASettingMakesNoSenseShouldNameItAndItsValue(Duration time) {
        assertThatThrownBy(() -> Times.positive("commandTimeout", time))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("commandTimeout must be positive and at most 3650 days, was " + time);
    }

    @Test
    void whenAnEndIsReckonedShouldNotOverflow() {
        assertThat(Times.after(5, 10)).isEqualTo(15);
        assertThat(Times.after(5, Times.NEVER)).isEqualTo(Times.NEVER);
        assertThat(Times.after(Times.NEVER - 1, 10)).isEqualTo(Times.NEVER);
        assertThat(Times.after(0, Times.NEVER - 1)).isEqualTo(Times.NEVER - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 20_000_000, 30_000_000_000L})
    void whenALeaseIsReducedByDriftSomeOfItShouldBeLeft(long leaseNanos) {
        assertThat(Times.drift(leaseNanos)).isPositive().isLessThan(leaseNanos / 5);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0ms",
        "1, 0ms",
        "1000000, 1ms",
        "1500000, 1.5ms",
        "300000000, 300ms",
        "1000000000, 1s",
        "1500000000, 1.5s",
        "30000000000, 30s",
        "600000000000, 600s"
    })
    void whenWrittenForPeopleShouldBeShort(long nanos, String text) {
        assertThat(Times.text(nanos)).isEqualTo(text);
    }
}
