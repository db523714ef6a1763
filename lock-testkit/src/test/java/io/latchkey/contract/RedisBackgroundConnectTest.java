package io.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.latchkey.LockBackendException;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Locks that are there before their connection is. */
@Timeout(60)
class RedisBackgroundConnectTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final int MANY = 100;

    @Test
    void whenNotConnectedYetShouldBeThereAndLetTheFirstWait() {
        try (RedisServer server = RedisServer.start()) {
            SlowToConnect factory = new SlowToConnect(server);
            try (RedisLocks locks = inBackground(factory, LONG)) {
                CompletableFuture<?> waiting = locks.reentrant("order").acquireAsync(LONG);
                CompletableFuture<Boolean> trying = CompletableFuture.supplyAsync(
                        () -> locks.reentrant("other").tryLock());
                assertThat(waiting).isNotDone();

                factory.connections.release(MANY);

                assertThat(waiting).succeedsWithin(LONG);
                assertThat(trying).succeedsWithin(LONG).isEqualTo(true);
            } finally {
                factory.destroy();
            }
        }
    }

    /** What was sent long after its caller was told that it failed could lock out others. */
    @Test
    void whenWakeUpsCannotBeListenedForYetShouldNotLetTheFirstWaitForThat() {
        try (RedisServer server = RedisServer.start()) {
            SlowToConnect factory = new SlowToConnect(server);
            try (RedisLocks locks = inBackground(factory, LONG)) {
                CompletableFuture<?> waiting = locks.reentrant("order").acquireAsync(LONG);

                factory.connections.release();

                assertThat(waiting).succeedsWithin(LONG);
                await().atMost(LONG).until(factory.connections::hasQueuedThreads);
            } finally {
                factory.destroy();
            }
        }
    }

    @Test
    void whenItCannotConnectShouldSayWhyAndTryAgain() {
        try (RedisServer server = RedisServer.start()) {
            server.kill();
            LettuceConnectionFactory factory = new LettuceConnectionFactory(at(server));
            factory.afterPropertiesSet();
            try (RedisLocks locks = inBackground(factory, SHORT.multipliedBy(5))) {
                assertThatExceptionOfType(LockBackendException.class)
                        .isThrownBy(() -> locks.reentrant("order").tryLock())
                        .withMessageContaining("Redis cannot be reached");

                server.restart();

                await().pollInSameThread().atMost(LONG).ignoreExceptions().until(() -> locks.reentrant("order")
                        .tryLock());
            } finally {
                factory.destroy();
            }
        }
    }

    @Test
    void whenClosedBeforeItIsConnectedShouldTurnTheFirstAway() {
        try (RedisServer server = RedisServer.start()) {
            SlowToConnect factory = new SlowToConnect(server);
            CompletableFuture<?> waiting;
            try (RedisLocks locks = inBackground(factory, SHORT)) {
                waiting = locks.reentrant("order").acquireAsync(LONG);
            } finally {
                factory.destroy();
            }

            assertThat(waiting).failsWithin(LONG);
        }
    }

    private static RedisLocks inBackground(LettuceConnectionFactory factory, Duration commandTimeout) {
        return RedisLocks.builder(factory)
                .commandTimeout(commandTimeout)
                .connectInBackground()
                .build();
    }

    private static RedisStandaloneConfiguration at(RedisServer server) {
        return new RedisStandaloneConfiguration(server.host(), server.port());
    }

    /** Connects as often as it is told to. */
    private static final class SlowToConnect extends LettuceConnectionFactory {

        private final Semaphore connections = new Semaphore(0);

        SlowToConnect(RedisServer server) {
            super(at(server));
            afterPropertiesSet();
        }

        @Override
        public RedisConnection getConnection() {
            try {
                connections.acquire();
            } catch (InterruptedException e) {
                throw new RedisConnectionFailureException("given up", e);
            }
            return super.getConnection();
        }
    }
}
