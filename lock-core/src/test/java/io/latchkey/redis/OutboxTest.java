package io.latchkey.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.latchkey.redis.KindScripts.Verb;
import io.latchkey.spi.LockKind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutboxTest {

    private static final KindScripts REENTRANT = KindScripts.of(LockKind.REENTRANT);
    private static final Script ACQUIRE = REENTRANT.get(Verb.ACQUIRE);
    private static final Script RELEASE = REENTRANT.get(Verb.RELEASE);
    private static final Script EACH = requireNonNull(ACQUIRE.each());
    private static final Script FAIR = KindScripts.of(LockKind.FAIR).get(Verb.RELEASE);

    @SuppressWarnings("unchecked")
    private final RedisAsyncCommands<byte[], byte[]> commands = mock(RedisAsyncCommands.class);

    private final List<Sent> sent = new ArrayList<>();
    private final Outbox outbox = new Outbox(commands);

    /** A command that was given to Lettuce. Its thread writes it when it comes to it. */
    private record Sent(AsyncCommand<byte[], byte[], List<Object>> command) {

        List<String> write() {
            ByteBuf wire = Unpooled.buffer();
            command.encode(wire);
            List<String> lines = wire.toString(UTF_8).lines().toList();
            List<String> words = new ArrayList<>();
            for (int i = 2; i < lines.size(); i += 2) {
                words.add(lines.get(i));
            }
            assertThat(lines.get(0)).isEqualTo("*" + words.size());
            return words;
        }

        void answer(@Nullable Object... replies) {
            command.complete(Arrays.asList(replies));
        }

        void fail(Throwable failure) {
            command.completeExceptionally(failure);
        }
    }

    @BeforeEach
    void noteWhatIsSent() {
        when(commands.dispatch(any(), any(), any())).thenAnswer(call -> {
            CommandArgs<byte[], byte[]> args = call.getArgument(2);
            return sent(new Command<>(call.getArgument(0), new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), args));
        });
        when(commands.evalsha(anyString(), any(ScriptOutputType.class), any(byte[][].class), any(byte[][].class)))
                .thenAnswer(call -> alone(call.getArgument(0), call.getArgument(2)));
    }

    private RedisFuture<List<Object>> alone(String digest, byte[][] keys) {
        return sent(new Command<>(
                CommandType.EVALSHA,
                new NestedMultiOutput<>(ByteArrayCodec.INSTANCE),
                new CommandArgs<>(ByteArrayCodec.INSTANCE).add(digest).addKeys(keys)));
    }

    private RedisFuture<List<Object>> sent(Command<byte[], byte[], List<Object>> command) {
        AsyncCommand<byte[], byte[], List<Object>> future = new AsyncCommand<>(command);
        synchronized (sent) {
            sent.add(new Sent(future));
        }
        return future;
    }

    @Test
    void whenTheThreadIsIdleShouldWriteTheScriptAsItIs() {
        CompletionStage<List<Object>> answer = send(ACQUIRE, "k", "owner", "7");

        assertThat(sent.get(0).write()).containsExactly("EVALSHA", ACQUIRE.digest(), "1", "k", "owner", "7");
        sent.get(0).answer("token");
        assertThat(answer).isCompletedWithValue(List.of("token"));
    }

    @Test
    void whenTheThreadIsBusyShouldWriteWhatCameMeanwhileTogetherAndInOrder() {
        CompletionStage<List<Object>> one = send(ACQUIRE, "k1", "a", "b", "c", "d");
        CompletionStage<List<Object>> two = send(RELEASE, "k2", "e");
        CompletionStage<List<Object>> three = send(ACQUIRE, "k3", "f", "g");

        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).write())
                .containsExactly(
                        "EVALSHA", EACH.digest(), "3", "k1", "k2", "k3", "a4r1a2", "a", "b", "c", "d", "e", "f", "g");
        sent.get(0).answer("token", 1L, List.of(0L, 10L));
        assertThat(one).isCompletedWithValue(List.of("token"));
        assertThat(two).isCompletedWithValue(List.of(1L));
        assertThat(three).isCompletedWithValue(List.of(0L, 10L));
    }

    @Test
    void whenWrittenShouldTakeNoMoreAndBeTheSameWhenWrittenAgain() {
        send(ACQUIRE, "k1", "a");
        send(ACQUIRE, "k2", "b");
        List<String> first = sent.get(0).write();

        send(ACQUIRE, "k3", "c");

        assertThat(sent).hasSize(2);
        assertThat(sent.get(0).write()).isEqualTo(first);
        assertThat(sent.get(1).write()).contains("k3").doesNotContain("k1", "k2");
    }

    @Test
    void whenTooManyComeShouldFillAnother() {
        int most = Outbox.MOST_TOGETHER;
        for (int i = 0; i < 2 * most + 1; i++) {
            send(ACQUIRE, "k" + i, "a");
        }

        assertThat(sent).hasSize(3);
        assertThat(sent.get(1).write())
                .contains("k" + most, "k" + (2 * most - 1))
                .doesNotContain("k" + (most - 1), "k" + 2 * most);
    }

    @Test
    void whenLocksAreOfDifferentKindsShouldNotMixThem() {
        send(RELEASE, "k1", "a");
        send(FAIR, "k2", "b");

        assertThat(sent).hasSize(2);
        assertThat(sent.get(0).write()).contains(RELEASE.digest());
        assertThat(sent.get(1).write()).contains(FAIR.digest());
    }

    @Test
    void whenAScriptCannotGoWithOthersShouldGoAlone() {
        send(ACQUIRE, "k1", "a");
        send(REENTRANT.get(Verb.LOOK), "k2");
        send(ACQUIRE, "k3", new String[100]);

        assertThat(sent).hasSize(3);
        assertThat(sent.get(0).write()).doesNotContain("k2", "k3");
    }

    @Test
    void whenOneOfThemFailedShouldHaveItTellWhy() {
        CompletionStage<List<Object>> one = send(ACQUIRE, "k1", "a");
        CompletionStage<List<Object>> two = send(ACQUIRE, "k2", "b");
        sent.get(0).write();

        sent.get(0).answer(null, "token");

        assertThat(two).isCompletedWithValue(List.of("token"));
        assertThat(sent.get(1).write()).contains(ACQUIRE.digest(), "k1").doesNotContain("k2");
        sent.get(1).fail(new RedisCommandExecutionException("WRONGTYPE no lock"));
        assertThat(one).failsWithin(0, TimeUnit.SECONDS).withThrowableThat().withMessageContaining("WRONGTYPE");
    }

    @Test
    void whenTheServerForgotTheScriptShouldSendEachAloneAndTeachIt() {
        CompletionStage<List<Object>> one = send(ACQUIRE, "k1", "a");
        CompletionStage<List<Object>> two = send(ACQUIRE, "k2", "b");
        sent.get(0).write();

        sent.get(0).fail(new RedisNoScriptException("NOSCRIPT"));

        verify(commands).scriptLoad(EACH.source());
        sent.get(1).answer("1");
        sent.get(2).answer("2");
        assertThat(one).isCompletedWithValue(List.of("1"));
        assertThat(two).isCompletedWithValue(List.of("2"));
    }

    @Test
    void whenTheConnectionFailsShouldTellEach() {
        CompletionStage<List<Object>> one = send(ACQUIRE, "k1", "a");
        CompletionStage<List<Object>> two = send(ACQUIRE, "k2", "b");

        // Before it was written.
        sent.get(0).fail(new RedisException("reset"));

        assertThat(one).isCompletedExceptionally();
        assertThat(two).isCompletedExceptionally();
        send(ACQUIRE, "k3", "c");
        assertThat(sent).hasSize(2);
    }

    @Test
    void whenNothingCanBeSentShouldTellItAndGoOn() {
        doThrow(new RedisException("Connection is closed")).when(commands).dispatch(any(), any(), any());

        assertThat(send(ACQUIRE, "k1", "a"))
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableThat()
                .withMessageContaining("Connection is closed");
        assertThat(send(ACQUIRE, "k2", "b")).isCompletedExceptionally();
    }

    @Test
    void whenManySendAtOnceShouldLoseNoneAndSendNoneTwice() throws Exception {
        List<String> written = new ArrayList<>();
        var threads = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) {
            int thread = i;
            threads.execute(() -> {
                for (int j = 0; j < 1_000; j++) {
                    send(ACQUIRE, "k" + thread + "-" + j, "a");
                }
            });
        }
        threads.shutdown();
        for (int next = 0; !threads.isTerminated() || next < sentSoFar(); ) {
            if (next < sentSoFar()) {
                written.addAll(sentAs(next++).write());
            }
        }

        assertThat(written.stream().filter(word -> word.matches("k\\d-\\d+")))
                .hasSize(4_000)
                .doesNotHaveDuplicates();
    }

    private int sentSoFar() {
        synchronized (sent) {
            return sent.size();
        }
    }

    private Sent sentAs(int index) {
        synchronized (sent) {
            return sent.get(index);
        }
    }

    private CompletionStage<List<Object>> send(Script script, String key, String... args) {
        byte[][] bytes = Arrays.stream(args)
                .map(arg -> String.valueOf(arg).getBytes(UTF_8))
                .toArray(byte[][]::new);
        return outbox.send(new ScriptCall(script, new byte[][] {key.getBytes(UTF_8)}, bytes), failure -> failure);
    }
}
