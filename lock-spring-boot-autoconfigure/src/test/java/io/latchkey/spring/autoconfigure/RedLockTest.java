package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.spring.RunningBoot;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Red locks of an application, on real servers. */
class RedLockTest {

    @AutoClose
    private static final RedisServer one = RedisServer.start("--requirepass", "swordfish");

    @AutoClose
    private static final RedisServer two = RedisServer.start();

    @AutoClose
    private static final RedisServer three = RedisServer.start();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LatchkeyAutoConfiguration.class, RunningBoot.redisAutoConfiguration()))
            .withPropertyValues("spring.data.redis.host=" + two.host(), "spring.data.redis.port=" + two.port());

    @Test
    void shouldLockOnAllNodesAndGiveBackWhenTheContextCloses() {
        runner.withPropertyValues("latchkey.red-lock.nodes=" + addresses()).run(context -> {
            assertThat(context).hasSingleBean(RedisConnectionFactory.class);

            Lease lease = context.getBean(Locks.class).red("order:42").acquire(Duration.ofSeconds(10));

            assertThat(lease.isValid()).isTrue();
            assertThat(three.keys("*")).contains("latchkey:red:{order:42}");
            context.close();
            assertThat(three.keys("*")).doesNotContain("latchkey:red:{order:42}");
            assertThat(lease.isValid()).isFalse();
        });
    }

    @Test
    void whenNoNodesAreNamedShouldSayWhatToConfigure() {
        runner.run(context -> assertThatIllegalStateException()
                .isThrownBy(() -> context.getBean(Locks.class).red("order:42"))
                .withMessageContaining("latchkey.red-lock.nodes"));
    }

    private static String addresses() {
        return "redis://:swordfish@%s:%d,".formatted(one.host(), one.port())
                + List.of(two, three).stream()
                        .map(server -> "redis://%s:%d".formatted(server.host(), server.port()))
                        .collect(Collectors.joining(","));
    }
}
