package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.contract.Peer;
import java.time.Duration;
import java.util.List;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A Redis and the processes on it. */
final class RedisProcesses implements AutoCloseable {

    private final RedisServer server = RedisServer.start();
    private final Connections connections = new Connections(server);

    RedisServer server() {
        return server;
    }

    Peer start(Duration leaseTime, List<LockListener> listeners) {
        LettuceConnectionFactory factory = connections.factory();
        RedisLocks.Builder builder = RedisLocks.builder(factory).leaseTime(leaseTime);
        listeners.forEach(builder::listener);
        RedisLocks locks = builder.build();
        return new Peer(locks, () -> {
            locks.close();
            factory.destroy();
        });
    }

    /** A process that ends without giving anything back: its connection goes first. */
    Peer startDying(Duration leaseTime) {
        LettuceConnectionFactory factory = connections.factory();
        RedisLocks locks = RedisLocks.builder(factory)
                .leaseTime(leaseTime)
                .commandTimeout(Duration.ofMillis(200))
                .build();
        return new Peer(locks, () -> {
            factory.destroy();
            locks.close();
        });
    }

    List<String> leftovers() {
        return RedisLeftovers.of(server);
    }

    @Override
    public void close() {
        connections.close();
        server.close();
    }
}
