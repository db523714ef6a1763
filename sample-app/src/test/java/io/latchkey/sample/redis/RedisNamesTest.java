package io.latchkey.sample.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RedisNamesTest {

    @Test
    void shouldDifferByKeysAndDatabase() {
        assertThat(Stream.of(new RedisNames("latchkey:", 0), new RedisNames("latchkey:", 1), new RedisNames("shop:", 0))
                        .map(names -> names.of("events")))
                .containsExactly(
                        "latchkey-sample:0:latchkey:events",
                        "latchkey-sample:1:latchkey:events",
                        "latchkey-sample:0:shop:events");
    }
}
