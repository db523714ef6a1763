package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.latchkey.redis.RedisLocks;
import io.latchkey.spring.autoconfigure.LatchkeyProperties.Backend;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.Ordered;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class LatchkeyPropertiesTest {

    @Test
    void shouldHaveDefaults() {
        LatchkeyProperties properties = bind(Map.of());

        assertThat(properties)
                .isEqualTo(new LatchkeyProperties(
                        true,
                        Backend.REDIS,
                        "latchkey:",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        new LatchkeyProperties.Redis(Duration.ofSeconds(2), 0, Duration.ofMillis(500)),
                        new LatchkeyProperties.Fair(Duration.ofSeconds(5)),
                        new LatchkeyProperties.RedLock(List.of(), Duration.ofSeconds(1)),
                        new LatchkeyProperties.Annotation(Ordered.LOWEST_PRECEDENCE - 100),
                        new LatchkeyProperties.Threads("")));
    }

    @Test
    void shouldTakeWhatIsSet() {
        LatchkeyProperties properties = bind(Map.of(
                "latchkey.enabled", "false",
                "latchkey.backend", "in-memory",
                "latchkey.key-prefix", "shop:",
                "latchkey.wait-time", "0s",
                "latchkey.lease-time", "1m",
                "latchkey.redis.command-timeout", "500ms",
                "latchkey.fair.waiter-timeout", "3s",
                "latchkey.red-lock.nodes", "redis://a,redis://b,rediss://c:6380",
                "latchkey.red-lock.node-timeout", "50ms",
                "latchkey.annotation.order", "7"));

        assertThat(properties)
                .isEqualTo(new LatchkeyProperties(
                        false,
                        Backend.IN_MEMORY,
                        "shop:",
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        new LatchkeyProperties.Redis(Duration.ofMillis(500), 0, Duration.ofMillis(500)),
                        new LatchkeyProperties.Fair(Duration.ofSeconds(3)),
                        new LatchkeyProperties.RedLock(
                                List.of("redis://a", "redis://b", "rediss://c:6380"), Duration.ofMillis(50)),
                        new LatchkeyProperties.Annotation(7),
                        new LatchkeyProperties.Threads("")));
    }

    @Test
    void whenTimeIsLeftEmptyShouldTakeTheDefault() {
        assertThat(bind(Map.of("latchkey.lease-time", "")).leaseTime()).isEqualTo(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @CsvSource({
        "latchkey.lease-time,             0s,    it must be between 1ms and 3650d",
        "latchkey.lease-time,             -30s,  it must be between 1ms and 3650d",
        "latchkey.lease-time,             3651d, it must be between 1ms and 3650d",
        "latchkey.wait-time,              -1ms,  it must be 0s or more",
        "latchkey.redis.command-timeout,  0s,    it must be more than 0s and at most 3650d",
        "latchkey.fair.waiter-timeout,    99ms,  it must be between 100ms and 1h",
        "latchkey.fair.waiter-timeout,    61m,   it must be between 100ms and 1h",
        "latchkey.red-lock.node-timeout,  0s,    it must be more than 0s and at most 1h",
        "latchkey.red-lock.node-timeout,  2h,    it must be more than 0s and at most 1h",
        "latchkey.redis.replicas,         -1,    it must be 0 or more",
        "latchkey.redis.replica-timeout,  0s,    it must be more than 0s and at most 3650d",
        "latchkey.key-prefix,             ' ',   it must not be blank and must not contain braces",
        "latchkey.key-prefix,             '',    it must not be blank and must not contain braces",
        "latchkey.key-prefix,             a{b}:, it must not be blank and must not contain braces",
    })
    void whenValueIsOutOfRangeShouldNameThePropertyAndTheRange(String property, String value, String rule) {
        assertThatThrownBy(() -> bind(Map.of(property, value)))
                .rootCause()
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining(property)
                .hasMessageContaining(rule);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT0S", "PT0.000999999S", "PT0.001S", "PT30S", "P3650D", "P3650DT0.001S"})
    void shouldAllowExactlyTheTimesThatTheLocksAllow(Duration time) {
        assertThat(isRefused(() -> PropertyChecks.lease("latchkey.lease-time", time)))
                .isEqualTo(isRefused(() -> build(time, Duration.ofSeconds(2))));
        assertThat(isRefused(() -> PropertyChecks.positive("latchkey.redis.command-timeout", time)))
                .isEqualTo(isRefused(() -> build(Duration.ofSeconds(30), time)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "redis://a;                               an odd number of servers, three or more",
                "redis://a,redis://b,redis://c,redis://d; an odd number of servers, three or more",
                "redis://a,redis://b,redis://A:6379;      the same server as another node",
                "redis://a,redis://b,redis://a/3;         the same server as another node",
                "redis://a,redis://b,c:6379;              the address of a Redis server",
                "redis://a,redis://b,http://c;            the address of a Redis server",
                "redis://a,redis://b,redis-sentinel://c/0#x; the address of a Redis server",
            })
    void whenRedLockNodesCannotDecideShouldSayWhy(String nodes, String rule) {
        assertThatThrownBy(() -> bind(Map.of("latchkey.red-lock.nodes", nodes)))
                .rootCause()
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("latchkey.red-lock.nodes")
                .hasMessageContaining(rule);
    }

    @Test
    void shouldShowNoCredentialsOfRedLockNodes() {
        String secret = "swordfish";
        String nodes = "redis://app:swordfish@a,redis://swordfish@b,rediss://app:swordfish@c:6380/2";

        assertThat(bind(Map.of("latchkey.red-lock.nodes", nodes)).toString())
                .contains("redis://***@a", "redis://***@b", "rediss://***@c:6380/2")
                .doesNotContain(secret);
        for (String wrong : List.of(nodes + ",redis://:swordfish@d", nodes.replace("redis:", "redi:"))) {
            assertThatThrownBy(() -> bind(Map.of("latchkey.red-lock.nodes", wrong)))
                    .satisfies(failure -> {
                        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                            assertThat(cause.toString()).doesNotContain(secret);
                        }
                    });
        }
    }

    @Test
    void shouldNotLimitTheWait() {
        assertThatCode(() -> PropertyChecks.zeroOrMore("latchkey.wait-time", Duration.ofSeconds(Long.MAX_VALUE)))
                .doesNotThrowAnyException();
    }

    private static LatchkeyProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("latchkey", LatchkeyProperties.class);
    }

    private static boolean isRefused(Runnable check) {
        return catchThrowable(check::run) != null;
    }

    private static void build(Duration leaseTime, Duration commandTimeout) {
        LettuceConnectionFactory neverStarted = new LettuceConnectionFactory();
        RedisLocks.builder(neverStarted)
                .leaseTime(leaseTime)
                .commandTimeout(commandTimeout)
                .build()
                .close();
    }
}
