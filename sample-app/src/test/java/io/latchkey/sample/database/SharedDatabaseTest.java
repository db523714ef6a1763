package io.latchkey.sample.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockTemplate;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.sample.SampleTest;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

/** On the Redis of a running sample, which has announced a database of its own. */
@SampleTest
class SharedDatabaseTest {

    @AutoClose
    private final InMemoryLocks locks = InMemoryLocks.create();

    private final StringRedisTemplate redis;
    private final SharedDatabase first;

    SharedDatabaseTest(@Autowired StringRedisTemplate redis, @Autowired SharedDatabase first) {
        this.redis = redis;
        this.first = first;
    }

    @BeforeEach
    void announce() {
        redis.opsForHash()
                .putAll(
                        "latchkey-sample:database",
                        Map.of(
                                "url", first.getJdbcUrl(),
                                "username", first.getUsername(),
                                "password", first.getPassword()));
    }

    @Test
    void whenOneIsThereShouldJoinIt() {
        try (SharedDatabase second = join()) {
            assertThat(second.getJdbcUrl()).isEqualTo(first.getJdbcUrl());
            assertThat(new DatabaseAddress(second.getJdbcUrl(), second.getUsername(), second.getPassword()).answers())
                    .isTrue();
        }
        assertThat(new DatabaseAddress(first.getJdbcUrl(), first.getUsername(), first.getPassword()).answers())
                .as("the first one's database, after the second has gone")
                .isTrue();
    }

    @Test
    void whenTheOneAnnouncedIsGoneShouldStartAnother() {
        redis.opsForHash().put("latchkey-sample:database", "url", "jdbc:h2:tcp://127.0.0.1:1/mem:gone");

        try (SharedDatabase second = join()) {
            assertThat(second.getJdbcUrl()).isNotEqualTo(first.getJdbcUrl()).doesNotContain(":1/");
            try (SharedDatabase third = join()) {
                assertThat(third.getJdbcUrl()).isEqualTo(second.getJdbcUrl());
            }
        }
    }

    @Test
    void shouldNotLetAnybodyInWithoutThePassword() {
        assertThat(new DatabaseAddress(first.getJdbcUrl(), first.getUsername(), "").answers())
                .isFalse();
    }

    private SharedDatabase join() {
        return new SharedDatabase(redis, new LockTemplate(locks));
    }
}
