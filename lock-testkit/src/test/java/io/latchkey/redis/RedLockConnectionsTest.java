package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.NamedLock;
import io.latchkey.testkit.RedisServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.SocketAddressResolver;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The connections to the servers of red locks, on real servers. */
class RedLockConnectionsTest {

    private static final String LOOPS = "nioEventLoop";

    private static List<RedisServer> servers;

    @BeforeAll
    static void startServers() {
        servers = IntStream.range(0, 3).mapToObj(i -> RedisServer.start()).toList();
    }

    @AfterAll
    static void stopServers() {
        servers.forEach(RedisServer::close);
    }

    @Test
    void whenAllServersAreUsedShouldHaveOneThreadMoreAndNoneAfterwards() {
        Set<Thread> before = loops();

        try (RedLockConnections nodes = RedLockConnections.to(addresses())) {
            lockAndUnlock(nodes);

            await().untilAsserted(() -> assertThat(newLoops(before)).hasSize(1));
        }

        await().untilAsserted(() -> assertThat(newLoops(before)).isEmpty());
    }

    @Test
    void whenResourcesAreSharedShouldLeaveThemToTheirOwner() {
        ClientResources shared = ClientResources.create();
        try {
            try (RedLockConnections nodes = RedLockConnections.to(addresses(), shared)) {
                lockAndUnlock(nodes);
            }

            assertThat(shared.eventExecutorGroup().isShuttingDown()).isFalse();
            try (RedLockConnections nodes = RedLockConnections.to(addresses(), shared)) {
                lockAndUnlock(nodes);
            }
        } finally {
            shared.shutdown().awaitUninterruptibly();
        }
    }

    @Test
    void whenNamesAreLookedUpShouldDoSoOnAnotherThread() {
        Queue<String> asking = new ConcurrentLinkedQueue<>();
        ClientResources shared = ClientResources.builder()
                .socketAddressResolver(new SocketAddressResolver() {
                    @Override
                    public SocketAddress resolve(RedisURI server) {
                        asking.add(Thread.currentThread().getName());
                        return InetSocketAddress.createUnresolved("localhost", server.getPort());
                    }
                })
                .build();
        try (RedLockConnections nodes = RedLockConnections.to(addresses(), shared)) {
            SocketAddress found = nodes.factories()
                    .get(0)
                    .getRequiredNativeClient()
                    .getResources()
                    .socketAddressResolver()
                    .resolve(addresses().get(0));
            lockAndUnlock(nodes);
            asking.clear();

            servers.get(0).command("CLIENT", "KILL", "TYPE", "normal");

            await().untilAsserted(() -> assertThat(asking).isNotEmpty());
            assertThat(asking).as("when connected again").noneMatch(thread -> thread.contains(LOOPS));
            assertThat(((InetSocketAddress) found).isUnresolved()).isFalse();
        } finally {
            shared.shutdown().awaitUninterruptibly();
        }
    }

    @Test
    void whenThereAreNoServersShouldHaveNothing() {
        Set<Thread> before = loops();

        try (RedLockConnections nodes = RedLockConnections.to(List.of())) {
            assertThat(nodes.factories()).isEmpty();
            assertThat(newLoops(before)).isEmpty();
        }
    }

    @Test
    void whenAServerIsNullShouldSaySo() {
        assertThatThrownBy(() -> RedLockConnections.to(Arrays.asList(addresses().get(0), null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("servers must not be null, nor have null among them");
    }

    private static void lockAndUnlock(RedLockConnections nodes) {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(
                servers.get(0).host(), servers.get(0).port());
        factory.afterPropertiesSet();
        factory.start();
        try (RedisLocks locks =
                RedisLocks.builder(factory).redLockNodes(nodes.factories()).build()) {
            NamedLock lock = locks.red("order:42");
            lock.lock();
            lock.unlock();
        } finally {
            factory.destroy();
        }
    }

    private static List<RedisURI> addresses() {
        return servers.stream()
                .map(server -> RedisURI.create(server.host(), server.port()))
                .toList();
    }

    /** Those of an earlier test may be about to end, and do not count. */
    private static Set<Thread> newLoops(Set<Thread> before) {
        Set<Thread> loops = loops();
        loops.removeAll(before);
        return loops;
    }

    private static Set<Thread> loops() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains(LOOPS))
                .collect(Collectors.toSet());
    }
}
