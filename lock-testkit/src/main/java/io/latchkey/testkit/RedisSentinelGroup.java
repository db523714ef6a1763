package io.latchkey.testkit;

import static io.latchkey.testkit.Replication.patiently;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;

/**
 * A master, its replicas and three sentinels that watch them, all of a test's own on free loopback ports. They are
 * processes of this machine, also where Docker answers.
 */
public final class RedisSentinelGroup implements AutoCloseable {

    /** What the sentinels call the master. */
    public static final String NAME = "latchkey";

    private static final int SENTINELS = 3;
    private static final String QUORUM = "2";

    private final RedisNodes nodes = new RedisNodes();
    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinelGroup() {}

    /**
     * Starts a group and returns when its sentinels know each other.
     *
     * @param downAfter how long a master may be silent before it is replaced
     */
    public static RedisSentinelGroup start(int replicas, Duration downAfter) {
        RedisSentinelGroup group = new RedisSentinelGroup();
        try {
            group.startServers(1 + replicas);
            group.startSentinels(downAfter);
            return group;
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
    }

    /** How a client finds the master. */
    public RedisSentinelConfiguration configuration() {
        RedisSentinelConfiguration configuration = new RedisSentinelConfiguration().master(NAME);
        sentinels.forEach(sentinel -> configuration.sentinel(sentinel.host(), sentinel.port()));
        return configuration;
    }

    /** The master, as the sentinels see it now. */
    public RedisServer master() {
        return nodes.at(portKnownTo(sentinels.get(0)));
    }

    /** The master and those that follow it; servers that have ended do not count. */
    public Replication replication() {
        RedisServer master = master();
        return new Replication(
                master,
                servers.stream()
                        .filter(server -> server.isRunning() && !server.equals(master))
                        .toList());
    }

    /** Has the sentinels replace the master, which lives, and returns when they have. */
    public RedisServer promote() {
        RedisServer before = master();
        patiently("sentinels begin").until(() -> "OK".equals(sentinels.get(0).command("sentinel", "failover", NAME)));
        RedisServer master = awaitMasterOtherThan(before);
        // The sentinels would see to it themselves, some ten seconds later.
        follow(before, master);
        return master;
    }

    /** Starts a killed server again, as a replica. */
    public void rejoin(RedisServer server) {
        server.restart();
        follow(server, master());
        replication().awaitInSync();
    }

    private static void follow(RedisServer server, RedisServer master) {
        server.command("replicaof", master.host(), Integer.toString(master.port()));
    }

    /** Waits until all sentinels agree on another master, and it takes writes. */
    public RedisServer awaitMasterOtherThan(RedisServer before) {
        patiently("another master")
                .until(() -> sentinels.stream().allMatch(sentinel -> portKnownTo(sentinel) != before.port()));
        RedisServer master = master();
        patiently("a master that takes writes").until(() -> "master"
                .equals(master.commands().info("replication").get("role")));
        return master;
    }

    private void startServers(int number) {
        for (int i = 0; i < number; i++) {
            servers.add(nodes.start(FreePort::next, Replication.OPTIONS.toArray(String[]::new)));
        }
        RedisServer first = servers.get(0);
        List<RedisServer> others = servers.subList(1, number);
        others.forEach(server -> follow(server, first));
        new Replication(first, others).awaitInSync();
    }

    private void startSentinels(Duration downAfter) {
        RedisServer master = servers.get(0);
        for (int i = 0; i < SENTINELS; i++) {
            RedisServer sentinel = nodes.start(FreePort::next, "--sentinel");
            sentinels.add(sentinel);
            sentinel.command("sentinel", "monitor", NAME, master.host(), Integer.toString(master.port()), QUORUM);
            set(sentinel, "down-after-milliseconds", downAfter.toMillis());
            set(sentinel, "failover-timeout", 3_000);
        }
        patiently("sentinels that know each other")
                .until(() -> sentinels.stream().allMatch(sentinel -> knows(sentinel, SENTINELS - 1)));
    }

    private static void set(RedisServer sentinel, String option, long value) {
        sentinel.command("sentinel", "set", NAME, option, Long.toString(value));
    }

    private boolean knows(RedisServer sentinel, int others) {
        List<?> replicas = (List<?>) Objects.requireNonNull(sentinel.command("sentinel", "replicas", NAME));
        List<?> sentinelsKnown = (List<?>) Objects.requireNonNull(sentinel.command("sentinel", "sentinels", NAME));
        return replicas.size() == servers.size() - 1 && sentinelsKnown.size() == others;
    }

    private static int portKnownTo(RedisServer sentinel) {
        List<?> address =
                (List<?>) Objects.requireNonNull(sentinel.command("sentinel", "get-master-addr-by-name", NAME));
        return Integer.parseInt((String) address.get(1));
    }

    @Override
    public void close() {
        nodes.close();
    }
}
