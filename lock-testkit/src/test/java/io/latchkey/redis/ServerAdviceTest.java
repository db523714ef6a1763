package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read from a server's facts. */
class ServerAdviceTest {

    @Test
    void whenLocksMayBeEvictedShouldSayWhatToSet() {
        assertThat(ServerAdvice.onEviction("# Memory\r\nmaxmemory:1000\r\nmaxmemory_policy:allkeys-lru\r\n"))
                .hasValueSatisfying(
                        warning -> assertThat(warning).contains("allkeys-lru", "set maxmemory-policy noeviction"));
    }

    @ParameterizedTest
    @CsvSource({"0, allkeys-lru", "1000, noeviction"})
    void whenNothingIsEvictedShouldBeQuiet(String maxmemory, String policy) {
        String info = "# Memory\r\nmaxmemory:%s\r\nmaxmemory_policy:%s\r\n".formatted(maxmemory, policy);

        assertThat(ServerAdvice.onEviction(info)).isEmpty();
    }

    @Test
    void whenFactsAreMissingShouldBeQuiet() {
        assertThat(ServerAdvice.onEviction("")).isEmpty();
    }
}
