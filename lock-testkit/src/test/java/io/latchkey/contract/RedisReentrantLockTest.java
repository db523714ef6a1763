package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.contract.DistributedLockContract;
import io.latchkey.testkit.contract.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class RedisReentrantLockTest extends DistributedLockContract {

    private static RedisServer server;
    private static Connections connections;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
        connections = new Connections(server);
    }

    @AfterAll
    static void closeServer() {
        connections.close();
        server.close();
    }

    @Override
    protected Peer start(Duration leaseTime, List<LockListener> listeners) {
        LettuceConnectionFactory factory = connections.factory();
        RedisLocks.Builder builder = RedisLocks.builder(factory).leaseTime(leaseTime);
        listeners.forEach(builder::listener);
        RedisLocks locks = builder.build();
        return new Peer(locks, () -> {
            locks.close();
            factory.destroy();
        });
    }

    @Override
    public List<String> leftovers() {
        return RedisLeftovers.of(server);
    }
}
