package io.latchkey.faults;

import static org.awaitility.Awaitility.await;

import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.Direction;
import io.latchkey.testkit.FaultProxy;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Five servers, each behind a proxy, and processes that take red locks on them. A test that passed must leave nothing on
 * any of them.
 */
final class RedRig implements BeforeEachCallback, AfterEachCallback {

    static final int NODES = 5;

    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private List<RedisServer> servers = List.of();
    private List<FaultProxy> proxies = List.of();

    @Override
    public void beforeEach(ExtensionContext context) {
        servers = IntStream.range(0, NODES).mapToObj(i -> RedisServer.start()).toList();
        proxies = servers.stream().map(FaultProxy::to).toList();
    }

    RedisServer server(int node) {
        return servers.get(node);
    }

    FaultProxy proxy(int node) {
        return proxies.get(node);
    }

    /** A process that reaches each node through its proxy, and the first server, for its other locks, directly. */
    LockProcess process(Consumer<RedisLocks.Builder> settings) {
        return process(
                proxies.stream()
                        .map(proxy -> factory(proxy.host(), proxy.port()))
                        .toList(),
                settings);
    }

    /** A process with a straight line to each node. */
    LockProcess straightProcess(Consumer<RedisLocks.Builder> settings) {
        return process(
                servers.stream()
                        .map(server -> factory(server.host(), server.port()))
                        .toList(),
                settings);
    }

    private LockProcess process(List<RedisConnectionFactory> nodes, Consumer<RedisLocks.Builder> settings) {
        RedisServer first = server(0);
        LockProcess process = new LockProcess(new RedisStandaloneConfiguration(first.host(), first.port()), builder -> {
            builder.redLockNodes(nodes);
            settings.accept(builder);
        });
        owned.push(process);
        return process;
    }

    private RedisConnectionFactory factory(String host, int port) {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(host, port),
                LettuceClientConfiguration.builder()
                        .shutdownTimeout(Duration.ZERO)
                        .build());
        factory.afterPropertiesSet();
        factory.start();
        owned.push(factory::destroy);
        return factory;
    }

    /** Swallows everything to and from the first so many nodes. */
    void cutOff(int nodes) {
        proxies.subList(0, nodes).forEach(proxy -> proxy.blackHole(Direction.BOTH));
    }

    /** Closes the connections to the first so many nodes and takes no new ones. */
    void disconnect(int nodes) {
        proxies.subList(0, nodes).forEach(proxy -> {
            proxy.refuse();
            proxy.closeAll();
        });
    }

    void heal() {
        proxies.forEach(FaultProxy::heal);
    }

    static String lockKey(String name) {
        return "latchkey:red:{" + name + "}";
    }

    /** At how many nodes somebody holds the lock. */
    long holdingNodes(String name) {
        return servers.stream().filter(server -> isHeld(server, name)).count();
    }

    boolean isHeldAt(int node, String name) {
        return isHeld(server(node), name);
    }

    private static boolean isHeld(RedisServer server, String name) {
        return (Long) server.command("exists", lockKey(name)) == 1;
    }

    void awaitHoldingNodes(String name, long nodes) {
        await().pollInterval(Duration.ofMillis(5)).atMost(Rig.SOON).until(() -> holdingNodes(name) == nodes);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            while (!owned.isEmpty()) {
                owned.pop().close();
            }
            if (context.getExecutionException().isEmpty()) {
                servers.stream().filter(RedisServer::isRunning).forEach(RedRig::assertNothingLeft);
            }
        } finally {
            proxies.forEach(FaultProxy::close);
            servers.forEach(RedisServer::close);
        }
    }

    private static void assertNothingLeft(RedisServer server) {
        Rig.assertNothingLeftAt(server);
        Rig.assertNoChannelAt(server);
    }
}
