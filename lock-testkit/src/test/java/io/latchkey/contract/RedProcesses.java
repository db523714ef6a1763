package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.LockTraces;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.contract.Peer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Independent servers, and the processes that take red locks on them. The first server also has the other locks. */
final class RedProcesses implements AutoCloseable {

    private final List<RedisServer> servers;
    private final Connections connections;

    RedProcesses(int nodes) {
        servers = IntStream.range(0, nodes).mapToObj(i -> RedisServer.start()).toList();
        connections = new Connections(servers.get(0));
    }

    List<RedisServer> servers() {
        return servers;
    }

    Peer start(Duration leaseTime, List<LockListener> listeners) {
        List<LettuceConnectionFactory> nodes = servers.stream()
                .map(server -> connections.factory(server.host(), server.port()))
                .toList();
        LettuceConnectionFactory main = connections.factory();
        RedisLocks.Builder builder = RedisLocks.builder(main)
                .leaseTime(leaseTime)
                .commandTimeout(Connections.PATIENCE)
                .redLockNodes(nodes)
                .redLockNodeTimeout(Connections.PATIENCE);
        listeners.forEach(builder::listener);
        RedisLocks locks = builder.build();
        return new Peer(locks, () -> {
            locks.close();
            Stream.concat(nodes.stream(), Stream.of(main)).forEach(LettuceConnectionFactory::destroy);
        });
    }

    /** What is on any of the servers; each name once, as the last servers get a lock a moment after it was granted. */
    List<String> leftovers() {
        return servers.stream()
                .flatMap(server -> LockTraces.keysAt(server).stream())
                .distinct()
                .toList();
    }

    List<String> channels() {
        return servers.stream()
                .flatMap(server -> LockTraces.channelsAt(server).stream())
                .toList();
    }

    @Override
    public void close() {
        connections.close();
        servers.forEach(RedisServer::close);
    }
}
