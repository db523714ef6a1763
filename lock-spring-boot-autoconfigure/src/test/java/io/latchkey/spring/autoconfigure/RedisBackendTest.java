package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockTemplate;
import io.latchkey.Locks;
import io.latchkey.redis.RedisLocks;
import io.latchkey.spring.RunningBoot;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnection;
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

    /** One client: what comes on top of the application's connection is the one that listens for wake-ups. */
    @Test
    void shouldUseTheClientOfTheApplication() {
        ApplicationContextRunner shop = runner.withPropertyValues("spring.data.redis.client-name=shop");
        int before = clients().size();
        shop.withPropertyValues("latchkey.enabled=false").run(context -> {
            ping(context.getBean(RedisConnectionFactory.class));

            assertThat(clients()).hasSize(before + 1);
            assertThat(clients("name=shop")).hasSize(1);
        });
        await().atMost(LONG).until(() -> clients().size() == before);

        shop.run(context -> {
            ping(context.getBean(RedisConnectionFactory.class));
            context.getBean(Locks.class).reentrant("order:42").acquire(LONG).close();
            await().atMost(LONG).until(() -> clients("name=shop", "sub=1").size() == 1);

            assertThat(clients()).hasSize(before + 2);
            assertThat(clients("name=shop", "sub=0")).hasSize(1);
        });
    }

    private static void ping(RedisConnectionFactory connections) {
        try (RedisConnection connection = connections.getConnection()) {
            assertThat(connection.ping()).isEqualTo("PONG");
        }
    }

    /** Lines of the server about connections that have all of these. */
    private static List<String> clients(String... fields) {
        return String.valueOf(redis.command("client", "list"))
                .lines()
                .filter(line -> List.of(line.split(" ")).containsAll(List.of(fields)))
                .toList();
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
