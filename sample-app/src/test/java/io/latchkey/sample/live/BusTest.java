package io.latchkey.sample.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.sample.SampleTest;
import io.latchkey.sample.live.Message.Cancelled;
import io.latchkey.sample.redis.RedisNames;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.json.JsonMapper;

@SampleTest
class BusTest {

    private final StringRedisTemplate redis;
    private final JsonMapper json;
    private final Witness witness;

    BusTest(@Autowired StringRedisTemplate redis, @Autowired JsonMapper json, @Autowired Witness witness) {
        this.redis = redis;
        this.json = json;
        this.witness = witness;
    }

    /** All on one connection, so that what came to the own channel last came after all others. */
    @Test
    void shouldHearOnlyThoseWhoShareTheShop(@Autowired RedisNames own) {
        send(new RedisNames("other:", 0), "under other keys");
        send(new RedisNames("latchkey:", 1), "in another database");
        send(own, "here");

        await().atMost(Duration.ofSeconds(20)).until(() -> cancelled().anyMatch("here"::equals));
        assertThat(cancelled()).doesNotContain("under other keys", "in another database");
    }

    private void send(RedisNames shop, String run) {
        Bus.Envelope envelope = new Bus.Envelope("somebody else", List.of(new Cancelled(run)));
        redis.convertAndSend(shop.of("events"), json.writeValueAsString(envelope));
    }

    private Stream<String> cancelled() {
        return witness.all(Cancelled.class).map(Cancelled::run);
    }
}
