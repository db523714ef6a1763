package io.latchkey.contract;

import io.latchkey.testkit.RedisClusterGroup;
import io.latchkey.testkit.RedisSentinelGroup;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** The shapes in which people run Redis. */
enum Topology {
    STANDALONE {
        @Override
        Site open() {
            RedisServer server = RedisServer.start();
            return new Site(
                    new RedisStandaloneConfiguration(server.host(), server.port()),
                    () -> List.of(server),
                    () -> List.of(server),
                    key -> server,
                    server::close);
        }
    },
    SENTINEL {
        @Override
        Site open() {
            RedisSentinelGroup group = RedisSentinelGroup.start(1, PATIENCE);
            return new Site(
                    group.configuration(),
                    () -> List.of(group.master()),
                    () -> List.of(group.master()),
                    key -> group.master(),
                    group::close);
        }
    },
    CLUSTER {
        @Override
        Site open() {
            RedisClusterGroup cluster = RedisClusterGroup.start(PATIENCE);
            return new Site(
                    cluster.configuration(),
                    cluster::masters,
                    cluster::nodes,
                    key -> cluster.ownerOf(RedisClusterGroup.slotOf(key)),
                    cluster::close);
        }
    };

    /** Nobody is to be replaced because the machine is busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    abstract Site open();

    /**
     * A running one.
     *
     * @param masters the servers that have keys
     * @param nodes the servers that may have subscribers
     * @param ownerOf the server where a key is
     */
    record Site(
            RedisConfiguration configuration,
            Supplier<List<RedisServer>> masters,
            Supplier<List<RedisServer>> nodes,
            Function<String, RedisServer> ownerOf,
            Runnable closing)
            implements AutoCloseable {

        @Override
        public void close() {
            closing.run();
        }
    }
}
