package io.latchkey.sample.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.latchkey.LockTemplate;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.sample.SampleTest;
import io.latchkey.sample.redis.RedisNames;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.core.StringRedisTemplate;

/** On the Redis of a running sample, which has announced a database of its own. */
@SampleTest
@ExtendWith(OutputCaptureExtension.class)
class SharedDatabaseTest {

    @AutoClose
    private final InMemoryLocks locks = InMemoryLocks.create();

    private final StringRedisTemplate redis;
    private final String announcement;
    private final SharedDatabase first;

    SharedDatabaseTest(
            @Autowired StringRedisTemplate redis, @Autowired RedisNames names, @Autowired SharedDatabase first) {
        this.redis = redis;
        this.announcement = names.of("database");
        this.first = first;
    }

    @BeforeEach
    void announce() {
        redis.opsForHash()
                .putAll(
                        announcement,
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
        redis.opsForHash().put(announcement, "url", "jdbc:h2:tcp://127.0.0.1:1/mem:gone");

        try (SharedDatabase second = join()) {
            assertThat(second.getJdbcUrl()).isNotEqualTo(first.getJdbcUrl()).doesNotContain(":1/");
            try (SharedDatabase third = join()) {
                assertThat(third.getJdbcUrl()).isEqualTo(second.getJdbcUrl());
            }
        }
    }

    @Test
    void whenRedisHasForgottenItShouldAnnounceItAgain() {
        redis.delete(announcement);

        first.remind();

        try (SharedDatabase second = join()) {
            assertThat(second.getJdbcUrl()).isEqualTo(first.getJdbcUrl());
        }
        assertThat(redis.getExpire(announcement)).isPositive();
    }

    @Test
    void whileRedisIsAwayShouldSayItInALine(CapturedOutput output) {
        StringRedisTemplate away = mock();
        when(away.opsForHash()).thenReturn(mock());
        when(away.expire(any(), any(Duration.class)))
                .thenReturn(true)
                .thenThrow(new RedisConnectionFailureException("on purpose"));

        try (SharedDatabase second = new SharedDatabase(away, announcement, new LockTemplate(locks))) {
            second.remind();
        }

        assertThat(output.getAll())
                .contains("the database cannot be announced while Redis is away: on purpose")
                .doesNotContain("RedisConnectionFailureException");
    }

    @Test
    void underOtherKeysShouldHaveADatabaseOfItsOwn() {
        String elsewhere = new RedisNames("other:", 0).of("database");

        try (SharedDatabase other = new SharedDatabase(redis, elsewhere, new LockTemplate(locks))) {
            assertThat(other.getJdbcUrl()).isNotEqualTo(first.getJdbcUrl());
        } finally {
            redis.delete(elsewhere);
        }
    }

    @Test
    void shouldNotLetAnybodyInWithoutThePassword() {
        assertThat(new DatabaseAddress(first.getJdbcUrl(), first.getUsername(), "").answers())
                .isFalse();
    }

    private SharedDatabase join() {
        return new SharedDatabase(redis, announcement, new LockTemplate(locks));
    }
}
