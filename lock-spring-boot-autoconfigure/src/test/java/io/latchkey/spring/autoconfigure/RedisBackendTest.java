package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockTemplate;
import io.latchkey.Locks;
import io.latchkey.redis.RedisLocks;
import io.latchkey.spring.RunningBoot;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The auto-configured locks on a real Redis. */
class RedisBackendTest {

    /** For a slow machine, on which even the connection takes its time. */
    private static final Duration LONG = Duration.ofSeconds(30);

    @AutoClose
    private static final RedisServer redis = RedisServer.start();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LatchkeyAutoConfiguration.class, RunningBoot.redisAutoConfiguration()))
            .withPropertyValues("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port());

    @Test
    void shouldLockInRedis() {
        runner.withPropertyValues("latchkey.key-prefix=shop:", "latchkey.lease-time=5s")
                .run(context -> {
                    assertThat(context).hasSingleBean(RedisLocks.class).hasSingleBean(LockTemplate.class);

                    try (Lease lease =
                            context.getBean(Locks.class).reentrant("order:42").acquire(LONG)) {
                        assertThat(redis.keys("*")).contains("shop:{order:42}");
                        assertThat(lease.remaining()).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(5));
                    }
                });
    }

    @Test
    void whenContextClosesShouldGiveBackWhatIsHeldBeforeTheConnectionGoes() {
        runner.run(context -> {
            Lease held = context.getBean(Locks.class).reentrant("closing").acquire(LONG);
            assertThat(redis.keys("latchkey:*")).contains("latchkey:{closing}");

            context.close();

            assertThat(redis.keys("latchkey:*")).doesNotContain("latchkey:{closing}");
            assertThat(held.isValid()).isFalse();
        });
    }

    @Test
    void whenContextClosesShouldGiveBackWhatTheApplicationsOwnLocksHold() {
        runner.withUserConfiguration(OwnLocks.class).run(context -> {
            context.getBean(Locks.class).reentrant("own").acquire(LONG);
            assertThat(redis.keys("own:*")).contains("own:{own}");

            context.close();

            assertThat(redis.keys("own:*")).doesNotContain("own:{own}");
        });
    }

    @Test
    void whenContextIsStoppedAndStartedAgainShouldLockOn() {
        runner.run(context -> {
            Locks locks = context.getBean(Locks.class);
            locks.reentrant("restarted").acquire(LONG).close();

            context.getSourceApplicationContext().stop();
            context.getSourceApplicationContext().start();

            LockTemplate template = context.getBean(LockTemplate.class);
            assertThat(template.execute("restarted", () -> "done")).isEqualTo("done");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLocks {

        @Bean
        RedisLocks ownLocks(RedisConnectionFactory connectionFactory) {
            return RedisLocks.builder(connectionFactory).keyPrefix("own:").build();
        }
    }
}
