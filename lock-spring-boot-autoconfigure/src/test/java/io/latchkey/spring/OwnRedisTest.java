package io.latchkey.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.LockTemplate;
import io.latchkey.Locks;
import io.latchkey.redis.RedisLocks;
import io.latchkey.spring.autoconfigure.LatchkeyAutoConfiguration;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Locks on another Redis than the application's, as README.md shows it. */
class OwnRedisTest {

    @AutoClose
    private static final RedisServer cache =
            RedisServer.start("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");

    @AutoClose
    private static final RedisServer forLocks = RedisServer.start();

    @Test
    void shouldLockThereAndLeaveTheOtherToTheApplication() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(LatchkeyAutoConfiguration.class, RunningBoot.redisAutoConfiguration()))
                .withPropertyValues("spring.data.redis.host=" + cache.host(), "spring.data.redis.port=" + cache.port())
                .withUserConfiguration(LocksApart.class)
                .run(context -> {
                    assertThat(context).hasSingleBean(LockTemplate.class);
                    assertThat(context.getBean(RedisConnectionFactory.class))
                            .isSameAs(context.getBean("redisConnectionFactory"));
                    Lease lease =
                            context.getBean(Locks.class).reentrant("order:42").acquire(Duration.ofSeconds(10));

                    assertThat(forLocks.keys("*")).contains("latchkey:{order:42}");
                    assertThat(cache.keys("*")).isEmpty();
                    assertThat(context.getBean(LocksApart.class).heard).containsExactly("order:42");
                    context.close();
                    assertThat(forLocks.keys("*")).doesNotContain("latchkey:{order:42}");
                    assertThat(lease.isValid()).isFalse();
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class LocksApart {

        private final List<String> heard = new CopyOnWriteArrayList<>();
        private final String host = forLocks.host();
        private final int port = forLocks.port();

        // <readme>
        @Bean(defaultCandidate = false) // so that spring.data.redis.* goes on to say where the application's Redis is
        LettuceConnectionFactory lockRedis() {
            return new LettuceConnectionFactory(host, port);
        }

        @Bean
        RedisLocks locks(
                @Qualifier("lockRedis") LettuceConnectionFactory redis, ObjectProvider<LockListener> listeners) {
            RedisLocks.Builder locks = RedisLocks.builder(redis);
            listeners.orderedStream().forEach(locks::listener);
            return locks.build();
        }
        // </readme>

        @Bean
        LockListener listener() {
            return new LockListener() {
                @Override
                public void acquired(Lease lease, Duration waited) {
                    heard.add(lease.name());
                }
            };
        }
    }
}
