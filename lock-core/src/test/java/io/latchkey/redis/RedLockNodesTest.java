package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class RedLockNodesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 6})
    void whenTheyAreTooFewOrEvenShouldSaySo(int number) {
        List<RedisConnectionFactory> nodes = Stream.iterate(1, port -> port + 1)
                .limit(number)
                .map(port -> node("host", port))
                .toList();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedLockNodes(nodes, "latchkey:", TIMEOUT))
                .withMessageContaining("redLockNodes must be an odd number of servers, three or more")
                .withMessageEndingWith("was " + number);
    }

    @Test
    void whenOneIsThereTwiceShouldNameIt() {
        RedisConnectionFactory twice = node("10.0.0.1", 6379);

        for (RedisConnectionFactory same : List.of(twice, node("10.0.0.1", 6379), otherDatabase("10.0.0.1", 6379))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> new RedLockNodes(List.of(twice, node("10.0.0.2", 6379), same), "latchkey:", TIMEOUT))
                    .withMessage("redLockNodes must be independent servers, but 10.0.0.1:6379 is among them twice");
        }
    }

    @Test
    void whenOneIsNamedInTwoWaysShouldNoticeItForThisHost() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedLockNodes(
                        List.of(node("localhost", 1), node("127.0.0.1", 1), node("127.0.0.1", 2)),
                        "latchkey:",
                        TIMEOUT))
                .withMessageContaining("127.0.0.1:1 is among them twice");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"PT0S", "PT-1S", "PT1H0.001S"})
    void whenTheTimeOutMakesNoSenseShouldSaySo(Duration timeout) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RedLockNodes(three(), "latchkey:", timeout))
                .withMessage("redLockNodeTimeout must be positive and at most an hour, was " + timeout);
    }

    @Test
    void whenThreeOrFiveDifferShouldTakeThem() {
        assertThat(new RedLockNodes(three(), "latchkey:", TIMEOUT).factories()).hasSize(3);
    }

    private static List<RedisConnectionFactory> three() {
        return List.of(node("a", 6379), node("b", 6379), node("b", 6380));
    }

    private static RedisConnectionFactory node(String host, int port) {
        return new LettuceConnectionFactory(host, port);
    }

    private static RedisConnectionFactory otherDatabase(String host, int port) {
        RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(host, port);
        configuration.setDatabase(3);
        return new LettuceConnectionFactory(configuration);
    }
}
