package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.FaultProxy;
import io.latchkey.testkit.LockTraces;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/**
 * What a fault test plays with: a server of its own, processes, proxies. All of it ends with the test, passed or failed,
 * and a test that passed must leave nothing: no lock, line or channel in Redis, no thread of the library.
 */
final class Rig implements BeforeEachCallback, AfterEachCallback {

    /** Long enough for anything that happens at all on a busy machine. */
    static final Duration SOON = Duration.ofSeconds(20);

    /** More than reading the time left at two moments can make of one end. */
    private static final long RENEWED_NANOS = 200_000_000;

    private static final AtomicBoolean WARM = new AtomicBoolean();
    /** Less than a forgotten line takes to end by itself. */
    static final Duration LINE_LIMIT = Duration.ofSeconds(10);

    private final Owned owned = new Owned();
    private final List<RedisServer> others = new ArrayList<>();
    private RedisServer server;

    @Override
    public void beforeEach(ExtensionContext context) {
        server = RedisServer.start();
        if (!WARM.getAndSet(true)) {
            warmUp();
        }
    }

    /** What takes long the first time in a JVM would look like a server that does not answer. */
    private void warmUp() {
        try (LockProcess process = new LockProcess(
                new RedisStandaloneConfiguration(server.host(), server.port()),
                settings -> settings.commandTimeout(SOON))) {
            process.lock("warm-up").lock();
            process.lock("warm-up").unlock();
        }
    }

    RedisServer server() {
        return server;
    }

    /** One more server, on which nothing must be left either. */
    RedisServer anotherServer() {
        RedisServer other = RedisServer.start();
        others.add(other);
        return other;
    }

    FaultProxy proxy() {
        return own(FaultProxy.to(server));
    }

    /** A process with a straight line to the server. */
    LockProcess process() {
        return process(settings -> {});
    }

    LockProcess process(Consumer<RedisLocks.Builder> settings) {
        return process(new RedisStandaloneConfiguration(server.host(), server.port()), settings);
    }

    /** A process that reaches the server through the proxy. */
    LockProcess process(FaultProxy proxy, Consumer<RedisLocks.Builder> settings) {
        return process(new RedisStandaloneConfiguration(proxy.host(), proxy.port()), settings);
    }

    LockProcess process(RedisStandaloneConfiguration redis, Consumer<RedisLocks.Builder> settings) {
        return owned.process(redis, settings);
    }

    /** A process that can be killed and frozen. */
    Worker worker(Duration leaseTime) throws InterruptedException {
        return own(Worker.start(server, leaseTime)).awaitReady();
    }

    Worker worker(Duration leaseTime, Duration fairWaiterTimeout) throws InterruptedException {
        return own(Worker.start(server, leaseTime, fairWaiterTimeout)).awaitReady();
    }

    /** Has it closed at the end of the test, the last one first. */
    <T extends AutoCloseable> T own(T thing) {
        return owned.add(thing);
    }

    static String lockKey(String name) {
        return "latchkey:{" + name + "}";
    }

    static String lineKey(String name) {
        return lockKey(name) + ":line";
    }

    /** What the server says of who holds the lock: owner, token, or nothing. */
    List<?> heldAtServer(String name) {
        return (List<?>) server.command("hgetall", lockKey(name));
    }

    /** How many processes are in line at the server. */
    long lineLength(String name) {
        return (Long) server.command("zcard", lineKey(name));
    }

    long timeToLive(String name) {
        return (Long) server.command("pttl", lockKey(name));
    }

    void awaitInLine(String name, long processes) {
        await().pollInterval(Duration.ofMillis(5)).atMost(LINE_LIMIT).until(() -> lineLength(name) == processes);
    }

    /** Waits until the watchdog has renewed each of the leases. */
    static void awaitRenewal(Collection<Lease> leases) {
        Map<Lease, Long> ends = new HashMap<>();
        leases.forEach(lease -> ends.put(lease, endOf(lease)));
        await("a renewal").pollInterval(Duration.ofMillis(10)).atMost(SOON).until(() -> leases.stream()
                .allMatch(lease -> endOf(lease) - ends.get(lease) > RENEWED_NANOS));
    }

    static void awaitRenewal(Lease lease) {
        awaitRenewal(List.of(lease));
    }

    private static long endOf(Lease lease) {
        return System.nanoTime() + lease.remaining().toNanos();
    }

    void awaitFree(String name) {
        await().pollInterval(Duration.ofMillis(5)).atMost(SOON).until(() -> heldAtServer(name)
                .isEmpty());
    }

    /** Waits until neither a lock nor a line is left; what is left of ended acquisitions must go by itself. */
    void assertNothingLeft() {
        assertNothingLeftAt(server);
    }

    static void assertNothingLeftAt(RedisServer server) {
        await("nothing left at " + server)
                .pollInterval(Duration.ofMillis(10))
                .atMost(SOON)
                .untilAsserted(() -> assertThat(LockTraces.keysAt(server)).isEmpty());
    }

    /** Waits until nobody listens any more. */
    static void assertNoChannelAt(RedisServer server) {
        await("no channel").pollInterval(Duration.ofMillis(10)).atMost(SOON).untilAsserted(() -> assertThat(
                        LockTraces.channelsAt(server))
                .isEmpty());
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            owned.afterEach(context);
            if (context.getExecutionException().isEmpty()) {
                everyServer().forEach(Rig::assertNothingLeftAt);
                everyServer().forEach(Rig::assertNoChannelAt);
            }
        } finally {
            everyServer().forEach(RedisServer::close);
        }
    }

    private List<RedisServer> everyServer() {
        return Stream.concat(Stream.of(server), others.stream()).toList();
    }
}
