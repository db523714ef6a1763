package io.latchkey.benchmarks.run;

import io.latchkey.benchmarks.locks.Endpoints;
import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.locks.Kind;
import io.latchkey.testkit.CommandCounter;
import io.latchkey.testkit.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The servers of a run: three times Redis, of which one serves all but the quorum locks, and ZooKeeper. */
public final class Servers implements AutoCloseable {

    private static final int REDIS_NODES = 3;

    private final List<RedisServer> redis;
    private final List<CommandCounter> counters;
    private final ZooKeeperServer zooKeeper;

    private Servers(List<RedisServer> redis, ZooKeeperServer zooKeeper) {
        this.redis = redis;
        this.counters = redis.stream().map(CommandCounter::of).toList();
        this.zooKeeper = zooKeeper;
    }

    public static Servers start() throws InterruptedException {
        return new Servers(
                Stream.generate(RedisServer::start).limit(REDIS_NODES).toList(), ZooKeeperServer.start());
    }

    public Endpoints endpoints() {
        return new Endpoints(
                redis.get(0).host(), redis.stream().map(RedisServer::port).toList(), zooKeeper.connectString());
    }

    public String redisVersion() {
        return redis.get(0).version();
    }

    /** Counts from zero again. */
    void resetCounters() {
        counters.forEach(CommandCounter::reset);
    }

    /** Calls by command on all Redis servers. */
    CommandCount commands(Implementation implementation) {
        CommandCount sum = CommandCount.NONE;
        for (CommandCounter counter : counters) {
            sum = sum.plus(CommandCount.of(counter.all(), implementation));
        }
        return sum;
    }

    /** CPU time of the servers that such a lock is on. */
    long cpuNanos(Implementation implementation, Kind kind) throws InterruptedException {
        if (implementation == Implementation.CURATOR) {
            return zooKeeper.cpuNanos();
        }
        return redis.stream()
                .limit(kind == Kind.RED || kind == Kind.RED_ON_ONE_THREAD ? REDIS_NODES : 1)
                .mapToLong(Servers::cpuNanos)
                .sum();
    }

    @Override
    public void close() {
        redis.forEach(RedisServer::close);
        zooKeeper.close();
    }

    private static long cpuNanos(RedisServer server) {
        Map<String, String> cpu = server.commands().info("cpu");
        double seconds = Stream.of("used_cpu_sys", "used_cpu_user")
                .mapToDouble(field -> Double.parseDouble(cpu.get(field)))
                .sum();
        return (long) (seconds * 1e9);
    }
}
