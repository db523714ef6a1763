package io.latchkey.sample.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockBackendException;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class RedisFailureAnalyzerTest {

    private final MockEnvironment environment = new MockEnvironment();

    @Test
    void whenTheUserHasNamedOneShouldOfferTheSamplesOwn() {
        environment.setProperty("spring.data.redis.host", "db");

        assertThat(advice()).contains("start that Redis").contains("leave spring.data.redis.* out");
    }

    @Test
    void whenItIsTheSamplesOwnShouldNotOfferThatAgain() {
        environment.setProperty("spring.data.redis.timeout", "2s");

        assertThat(advice())
                .contains("start the sample again")
                .contains("name a Redis that runs")
                .doesNotContain("leave spring.data.redis.* out");
    }

    private String advice() {
        LockBackendException failure = new LockBackendException("till", "Redis cannot be reached", null);
        return ""
                + new RedisFailureAnalyzer(environment)
                        .analyze(failure, failure)
                        .getAction();
    }
}
