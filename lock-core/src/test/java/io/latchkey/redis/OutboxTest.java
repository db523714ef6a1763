package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentMatchers;

class OutboxTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final EventExecutor thread = new DefaultEventExecutor();
    private final List<List<RedisCommand<?, ?, ?>>> sent = Collections.synchronizedList(new ArrayList<>());

    @SuppressWarnings("unchecked")
    private final StatefulRedisConnection<byte[], byte[]> connection = mock(StatefulRedisConnection.class);

    private final Outbox outbox = new Outbox(connection);

    @BeforeEach
    void noteWhatIsSent() {
        doAnswer(call -> {
                    sent.add(List.of(call.<RedisCommand<?, ?, ?>>getArgument(0)));
                    return null;
                })
                .when(connection)
                .dispatch(anyCommand());
        doAnswer(call -> {
                    sent.add(List.copyOf(call.<Collection<RedisCommand<?, ?, ?>>>getArgument(0)));
                    return null;
                })
                .when(connection)
                .dispatch(anyCollection());
    }

    @AfterEach
    void endTheThread() {
        thread.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }

    @Test
    void whenNothingWasAnsweredYetShouldSendEachAtOnce() {
        RedisFuture<?> one = send("one");
        RedisFuture<?> two = send("two");

        assertThat(sent).containsExactly(List.of((RedisCommand<?, ?, ?>) one), List.of((RedisCommand<?, ?, ?>) two));
    }

    @Test
    void whenTheThreadIsBusyShouldSendWhatCameMeanwhileTogetherAndInOrder() throws Exception {
        knowTheThread();
        CountDownLatch busy = new CountDownLatch(1);
        thread.execute(() -> awaitQuietly(busy));

        List<RedisFuture<?>> meanwhile = List.of(send("one"), send("two"), send("three"));
        assertThat(sent).isEmpty();
        busy.countDown();

        await().atMost(LIMIT).until(() -> !sent.isEmpty());
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).stream().<Object>map(command -> command)).containsExactlyElementsOf(meanwhile);
    }

    @Test
    void whenTheThreadHasEndedShouldSendWithout() throws Exception {
        knowTheThread();
        assertThat(thread.shutdownGracefully(0, 0, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS))
                .isTrue();

        send("one");

        assertThat(sent).hasSize(1);
    }

    @Test
    void whenNothingCanBeSentShouldTellEachOfThem() {
        doThrow(new RedisException("Connection is closed")).when(connection).dispatch(anyCommand());

        RedisFuture<?> one = send("one");

        assertThat(one.toCompletableFuture())
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withMessageContaining("Connection is closed");
    }

    @Test
    void whenSentShouldNameTheScriptItsKeysAndItsArguments() {
        outbox.evalsha("abc", new byte[][] {bytes("k1"), bytes("k2")}, new byte[][] {bytes("a1")});

        ByteBuf wire = Unpooled.buffer();
        sent.get(0).get(0).encode(wire);
        assertThat(wire.toString(StandardCharsets.UTF_8).split("\r\n"))
                .containsExactly("*6", "$7", "EVALSHA", "$3", "abc", "$1", "2", "$2", "k1", "$2", "k2", "$2", "a1");
    }

    /** The thread is known from the first answer on. */
    private void knowTheThread() throws Exception {
        RedisFuture<?> first = send("first");
        thread.submit(() -> first.toCompletableFuture().complete(null)).await(20, TimeUnit.SECONDS);
        sent.clear();
    }

    private RedisFuture<List<Object>> send(String source) {
        return outbox.eval(bytes(source), new byte[][] {bytes("key")}, new byte[0][]);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static RedisCommand<byte[], byte[], Object> anyCommand() {
        return ArgumentMatchers.any();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
