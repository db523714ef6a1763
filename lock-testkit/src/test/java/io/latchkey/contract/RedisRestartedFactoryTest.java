package io.latchkey.contract;

import static org.awaitility.Awaitility.await;

import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A connection factory that is stopped and started again, as a context does, while a connection is being made. */
@Timeout(60)
class RedisRestartedFactoryTest {

    @Test
    void whenConnectingHangsOnTheOldClientShouldConnectToTheNew() {
        try (RedisServer server = RedisServer.start()) {
            HangingOnce factory = new HangingOnce(server);
            factory.afterPropertiesSet();
            try (RedisLocks locks = RedisLocks.builder(factory).build()) {
                awaitLock(locks, "before");

                factory.stop();
                factory.start();

                awaitLock(locks, "after");
            } finally {
                factory.destroy();
            }
        }
    }

    private static void awaitLock(RedisLocks locks, String name) {
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> locks.reentrant(name).tryAcquire().isPresent());
    }

    /** The second connection, the one that wake-ups come by, is never made: its client was shut down meanwhile. */
    private static final class HangingOnce extends LettuceConnectionFactory {

        private final AtomicInteger connections = new AtomicInteger();

        HangingOnce(RedisServer server) {
            super(new RedisStandaloneConfiguration(server.host(), server.port()));
        }

        @Override
        public RedisConnection getConnection() {
            if (connections.incrementAndGet() == 2) {
                hang();
            }
            return super.getConnection();
        }

        private static void hang() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new RedisConnectionFailureException("given up", e);
            }
        }
    }
}
