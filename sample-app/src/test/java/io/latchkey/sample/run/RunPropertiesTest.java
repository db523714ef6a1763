package io.latchkey.sample.run;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunPropertiesTest {

    private static final Duration RIGHT = Duration.ZERO;

    @Test
    void whenADurationIsWrongShouldNameTheProperty() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunProperties(Duration.ofMillis(-1), RIGHT))
                .withMessage("sample.work-time must be between 0 and PT1M, was PT-0.001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunProperties(RIGHT, Duration.ofDays(1)))
                .withMessage("sample.pace must be between 0 and PT1M, was PT24H");
    }
}
