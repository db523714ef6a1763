package io.latchkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class LockSpecTest {

    @Test
    void whenOnlyNamedShouldLeaveTheTimesOpen() {
        LockSpec spec = LockSpec.of("order:42");

        assertThat(spec).isEqualTo(new LockSpec("order:42", null, null));
    }

    @Test
    void whenToldMoreShouldBeANewSpecThatKeepsTheRest() {
        LockSpec plain = LockSpec.of("order:42");

        LockSpec waiting = plain.waitUpTo(Duration.ofSeconds(2));
        LockSpec full = waiting.leaseFor(Duration.ofSeconds(10));

        assertThat(plain.waitTime()).isNull();
        assertThat(waiting.leaseTime()).isNull();
        assertThat(full).isEqualTo(new LockSpec("order:42", Duration.ofSeconds(2), Duration.ofSeconds(10)));
        assertThat(full.waitUpTo(Duration.ZERO))
                .isEqualTo(full.leaseFor(Duration.ofSeconds(10)).waitUpTo(Duration.ZERO));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void whenTheNameIsBlankShouldSaySo(String name) {
        assertThatThrownBy(() -> LockSpec.of(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a lock's name must not be blank, was \"" + name + "\"");
    }

    @Test
    void whenTheWaitIsNegativeShouldSaySo() {
        assertThatThrownBy(() -> LockSpec.of("order:42").waitUpTo(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("waitTime must be zero or positive, was PT-0.001S");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5})
    void whenTheLeaseIsNotPositiveShouldSaySo(long seconds) {
        Duration leaseTime = Duration.ofSeconds(seconds);

        assertThatThrownBy(() -> LockSpec.of("order:42").leaseFor(leaseTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("leaseTime must be positive, was " + leaseTime);
    }
}
