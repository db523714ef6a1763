package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class RedisLinkTest {

    private static final LockId ONE = new LockId(LockKind.REENTRANT, "one");
    private static final LockId OTHER = new LockId(LockKind.REENTRANT, "other");

    @Test
    void whenAClusterIsNotConnectedYetShouldKnowThatItsKeysLiveApart() {
        RedisBackend backend =
                backend(new LettuceConnectionFactory(new RedisClusterConfiguration(List.of("127.0.0.1:1"))));

        assertThat(backend.place(ONE)).isNotEqualTo(backend.place(OTHER));
        assertThat(backend.reach(ONE)).isNotEqualTo(backend.reach(OTHER));
    }

    @Test
    void whenThereIsOneServerShouldReachAllOfItsKeysTogether() {
        RedisBackend backend = backend(new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1)));

        assertThat(backend.place(ONE)).isEqualTo(backend.place(OTHER));
        assertThat(backend.reach(ONE)).isEqualTo(backend.reach(OTHER));
    }

    @Test
    void whenClosedShouldNotConnectAnyMore() {
        RedisBackend backend = backend(new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1)));
        backend.close();
        long threads = startedThreads();

        assertThat(backend.look(ONE).toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("Redis cannot be reached: closed");
        assertThat(startedThreads()).isEqualTo(threads);
    }

    private static long startedThreads() {
        return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    }

    private static RedisBackend backend(RedisConnectionFactory factory) {
        return new RedisBackend(
                new RedisLink(factory, false),
                new RedisKeys("latchkey:"),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                ReplicaPolicy.NONE);
    }
}
