package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultProxyTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    private static RedisServer server;

    private FaultProxy proxy;
    private RedisClient client;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @BeforeEach
    void openProxy() {
        server.command("flushall");
        proxy = FaultProxy.to(server);
        client = RedisClient.create(RedisURI.create(proxy.host(), proxy.port()));
        client.setOptions(ClientOptions.builder().autoReconnect(false).build());
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @EnumSource(names = {"RESP2", "RESP3"})
    void whenNothingIsBrokenShouldPassEverythingAndCountIt(ProtocolVersion version) {
        client.setOptions(ClientOptions.builder().protocolVersion(version).build());
        String large = "x".repeat(1_000_000);
        StatefulRedisConnection<String, String> connection = client.connect();
        proxy.forgetCommands();

        connection.sync().set("key", large);
        String value = connection.sync().get("key");

        assertThat(value).isEqualTo(large);
        assertThat(proxy.commandsSeen())
                .containsExactly(new Command("SET", List.of("key", large)), new Command("GET", List.of("key")));
        assertThat(proxy.commandsSeen(Command.named("get"))).isEqualTo(1);
        assertThat(proxy.openConnections()).isEqualTo(1);
    }

    @Test
    void whenReplyIsDroppedShouldHaveRunOnTheServer() {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault fault = proxy.dropReplyAndClose(Command.named("incr"));

        assertThatThrownBy(() -> connection.sync().incr("count")).isInstanceOf(RedisException.class);

        assertThat(fault.fired()).isTrue();
        assertThat(server.command("get", "count")).isEqualTo("1");
        await().until(() -> proxy.openConnections() == 0);
    }

    @Test
    void whenReplyIsDroppedShouldSeeTheClientSendAgain() {
        client.setOptions(ClientOptions.create());
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault fault = proxy.dropReplyAndClose(Command.named("incr"));

        Long count = connection.sync().incr("count");

        assertThat(fault.fired()).isTrue();
        assertThat(count).isEqualTo(2);
        assertThat(proxy.commandsSeen(Command.named("incr"))).isEqualTo(2);
    }

    @RepeatedTest(5)
    void whenNthReplyOfAPipelineIsDroppedShouldPassTheOnesBeforeAndNoneAfter() {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault fault = proxy.dropReplyAndClose(Command.named("incr"), 3);

        List<RedisFuture<Long>> replies = IntStream.range(0, 5)
                .mapToObj(i -> connection.async().incr("count"))
                .toList();
        await().until(() -> replies.stream().allMatch(RedisFuture::isDone));

        assertThat(fault.fired()).isTrue();
        assertThat(replies.stream().map(FaultProxyTest::succeeded)).containsExactly(true, true, false, false, false);
        assertThat(server.command("get", "count")).isEqualTo("3");
    }

    @RepeatedTest(5)
    void whenCommandIsDroppedShouldNotHaveRun() {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault fault = proxy.dropCommandAndClose(Command.named("incr"), 2);

        List<RedisFuture<Long>> replies = IntStream.range(0, 3)
                .mapToObj(i -> connection.async().incr("count"))
                .toList();
        await().until(() -> replies.stream().allMatch(RedisFuture::isDone));

        assertThat(fault.fired()).isTrue();
        assertThat(replies.stream().map(FaultProxyTest::succeeded)).containsExactly(true, false, false);
        assertThat(server.command("get", "count")).isEqualTo("1");
    }

    @Test
    void whenFaultIsMeantForAScriptShouldSpareOthers() {
        String script = "return redis.call('incr', KEYS[1])";
        String sha = String.valueOf(server.command("script", "load", script));
        String other = String.valueOf(server.command("script", "load", "return 7"));
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault fault = proxy.dropReplyAndClose(Command.script(sha));

        Object spared = connection.sync().evalsha(other, ScriptOutputType.INTEGER);

        assertThat(spared).isEqualTo(7L);
        assertThat(fault.fired()).isFalse();
        assertThatThrownBy(() -> connection.sync().evalsha(sha, ScriptOutputType.INTEGER, new String[] {"count"}))
                .isInstanceOf(RedisException.class);
        assertThat(fault.fired()).isTrue();
    }

    @Test
    void whenFaultIsCancelledShouldNotHappen() {
        StatefulRedisConnection<String, String> connection = client.connect();
        Fault fault = proxy.dropReplyAndClose(Command.named("incr"));

        fault.cancel();

        assertThat(connection.sync().incr("count")).isEqualTo(1);
        assertThat(fault.fired()).isFalse();
    }

    @Test
    void whenCountIsNotPositiveShouldRefuse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> proxy.dropReplyAndClose(command -> true, 0))
                .withMessage("nth must be at least 1, was 0");
    }

    @ParameterizedTest
    @EnumSource(names = {"RESP2", "RESP3"})
    void whenMessagesComeBetweenRepliesShouldDropTheRightOne(ProtocolVersion version) {
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .protocolVersion(version)
                .build());
        StatefulRedisPubSubConnection<String, String> subscription = client.connectPubSub();
        List<String> messages = listenTo(subscription);
        subscription.sync().subscribe("one", "two", "three");
        publish("one", 5);
        await().until(() -> messages.size() == 5);
        Fault fault = proxy.dropReplyAndClose(Command.named("ping"), 2);

        subscription.sync().ping();
        publish("two", 5);
        await().until(() -> messages.size() == 10);
        assertThatThrownBy(() -> subscription.sync().ping()).isInstanceOf(RedisException.class);

        assertThat(fault.fired()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"RESP2", "RESP3"})
    void whenReplyToSubscriptionIsDroppedShouldClose(ProtocolVersion version) {
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .protocolVersion(version)
                .build());
        StatefulRedisPubSubConnection<String, String> subscription = client.connectPubSub();
        Fault fault = proxy.dropReplyAndClose(Command.named("subscribe"));

        assertThatThrownBy(() -> subscription.sync().subscribe("one")).isInstanceOf(RedisException.class);

        assertThat(fault.fired()).isTrue();
        await().until(() -> proxy.openConnections() == 0);
    }

    @Test
    void whenCommandsAreBlackHoledShouldRunWhenHealed() throws Exception {
        StatefulRedisConnection<String, String> connection = client.connect();
        proxy.blackHole(Direction.TO_SERVER);

        RedisFuture<String> first = connection.async().set("key", "first");
        RedisFuture<String> second = connection.async().set("key", "second");

        assertThat(first.await(SHORT.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
        assertThat(server.command("get", "key")).isNull();
        proxy.heal();
        assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo("OK");
        assertThat(server.command("get", "key")).isEqualTo("second");
    }

    @Test
    void whenRepliesAreBlackHoledShouldHaveRunAndAnswerWhenHealed() throws Exception {
        StatefulRedisConnection<String, String> connection = client.connect();
        proxy.blackHole(Direction.TO_CLIENT);

        RedisFuture<Long> reply = connection.async().incr("count");

        await().until(() -> "1".equals(server.command("get", "count")));
        assertThat(reply.await(SHORT.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
        proxy.heal();
        assertThat(reply.get(10, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void whenClientLeavesABlackHoleShouldStillDeliverItsCommandWhenHealed() throws IOException {
        proxy.blackHole(Direction.BOTH);
        try (Socket socket = socket()) {
            send(socket, "SET key ghost\r\n");
        }
        await().until(() -> proxy.commandsSeen(Command.named("set")) == 1);
        Object before = server.command("get", "key");

        proxy.heal();

        assertThat(before).isNull();
        await().until(() -> "ghost".equals(server.command("get", "key")));
    }

    @Test
    void whenConnectedDuringABlackHoleShouldHangUntilHealed() throws IOException {
        proxy.blackHole(Direction.BOTH);
        try (Socket socket = socket()) {
            socket.setSoTimeout((int) SHORT.toMillis());
            send(socket, "PING\r\n");

            assertThatThrownBy(() -> read(socket, 7)).isInstanceOf(SocketTimeoutException.class);
            proxy.heal();
            socket.setSoTimeout(10_000);

            assertThat(read(socket, 7)).isEqualTo("+PONG\r\n");
        }
    }

    @Test
    void whenDelayedShouldAddLatencyThatAPipelineShares() throws IOException {
        proxy.delay(Duration.ofMillis(100));
        try (Socket socket = socket()) {
            long start = System.nanoTime();

            send(socket, "PING\r\n".repeat(100));
            String replies = read(socket, 700);

            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            assertThat(replies).isEqualTo("+PONG\r\n".repeat(100));
            assertThat(elapsed).isBetween(Duration.ofMillis(200), Duration.ofSeconds(8));
        }
    }

    @Test
    void whenFragmentedShouldStillBeUnderstood() {
        proxy.fragment();
        StatefulRedisConnection<String, String> connection = client.connect();

        connection.sync().set("key", "value ü");

        assertThat(connection.sync().get("key")).isEqualTo("value ü");
    }

    @Test
    void whenRefusingShouldRefuseNewConnectionsOnly() throws IOException {
        StatefulRedisConnection<String, String> connection = client.connect();
        proxy.refuse();

        assertThatThrownBy(this::socket).isInstanceOf(ConnectException.class);
        assertThat(connection.sync().ping()).isEqualTo("PONG");
        proxy.accept();

        try (Socket socket = socket()) {
            send(socket, "PING\r\n");
            assertThat(read(socket, 7)).isEqualTo("+PONG\r\n");
        }
    }

    @Test
    void whenAllIsClosedShouldEndConnectionsAndTakeNewOnes() throws IOException {
        try (Socket socket = socket();
                Socket next = socket()) {
            await().until(() -> proxy.openConnections() == 2);

            proxy.closeAll();

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(next.getInputStream().read()).isEqualTo(-1);
            assertThat(client.connect().sync().ping()).isEqualTo("PONG");
        }
    }

    @Test
    void whenServerIsGoneShouldCloseConnections() throws IOException {
        try (RedisServer shortLived = RedisServer.start();
                FaultProxy between = FaultProxy.to(shortLived);
                Socket socket = new Socket(between.host(), between.port())) {
            send(socket, "PING\r\n");
            read(socket, 7);

            shortLived.kill();

            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            try (Socket late = new Socket(between.host(), between.port())) {
                assertThat(late.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void whenClosedShouldLeaveNoThread() throws IOException {
        LeakCheck threads = LeakCheck.start();
        FaultProxy closing = FaultProxy.to(server);
        try (Socket held = new Socket(closing.host(), closing.port());
                Socket idle = new Socket(closing.host(), closing.port())) {
            closing.blackHole(Direction.BOTH);
            send(held, "PING\r\n");
            await().until(() -> closing.openConnections() == 2);

            closing.close();
            closing.close();

            assertThat(idle.getInputStream().read()).isEqualTo(-1);
        }
        threads.assertNoNewThreads();
    }

    private static boolean succeeded(RedisFuture<?> reply) {
        return !reply.toCompletableFuture().isCompletedExceptionally();
    }

    private static List<String> listenTo(StatefulRedisPubSubConnection<String, String> subscription) {
        List<String> messages = new CopyOnWriteArrayList<>();
        subscription.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
                messages.add(message);
            }
        });
        return messages;
    }

    private static void publish(String channel, int count) {
        IntStream.range(0, count).forEach(i -> server.command("publish", channel, "message " + i));
    }

    private Socket socket() throws IOException {
        return new Socket(proxy.host(), proxy.port());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String read(Socket socket, int length) throws IOException {
        InputStream input = socket.getInputStream();
        return new String(input.readNBytes(length), StandardCharsets.ISO_8859_1);
    }
}
