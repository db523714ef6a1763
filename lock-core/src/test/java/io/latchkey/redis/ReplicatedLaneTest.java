package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.latchkey.spi.BackendFailure;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplicatedLaneTest {

    private static final long LONG = Duration.ofMinutes(10).toNanos();
    private static final ScriptCall CALL =
            new ScriptCall(new ScriptReader().read("reentrant", "acquire"), new byte[][] {{1}}, new byte[0][]);

    private final List<AsyncCommand<byte[], byte[], List<Object>>> scripts = new ArrayList<>();
    private final List<AsyncCommand<byte[], byte[], Long>> waits = new ArrayList<>();
    private ReplicatedLane lane;

    @BeforeEach
    void noteWhatIsSent() {
        @SuppressWarnings("unchecked")
        StatefulRedisConnection<byte[], byte[]> connection = mock(StatefulRedisConnection.class);
        @SuppressWarnings("unchecked")
        RedisAsyncCommands<byte[], byte[]> commands = mock(RedisAsyncCommands.class);
        when(connection.isOpen()).thenReturn(true);
        when(connection.async()).thenReturn(commands);
        when(commands.<List<Object>>evalsha(
                        anyString(), any(ScriptOutputType.class), any(byte[][].class), any(byte[][].class)))
                .thenAnswer(call -> sent(scripts, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE)));
        when(commands.waitForReplication(anyInt(), anyLong()))
                .thenAnswer(call -> sent(waits, new IntegerOutput<>(ByteArrayCodec.INSTANCE)));
        lane = new ReplicatedLane(connection, new ReplicaPolicy(1, Duration.ofMillis(100)));
    }

    private static <T> AsyncCommand<byte[], byte[], T> sent(
            List<AsyncCommand<byte[], byte[], T>> all, CommandOutput<byte[], byte[], T> output) {
        AsyncCommand<byte[], byte[], T> command = new AsyncCommand<>(new Command<>(CommandType.EVALSHA, output));
        all.add(command);
        return command;
    }

    @Test
    void whenRequestsComeMeanwhileShouldSendThemTogether() {
        CompletableFuture<?> first = run(LONG);
        run(LONG);
        run(LONG);
        assertThat(scripts).hasSize(1);

        confirm();

        assertThat(first).isCompleted();
        assertThat(scripts).hasSize(3);
        assertThat(waits).hasSize(2);
    }

    /** Its caller has left, and has had it abandoned on another connection. */
    @Test
    void whenARequestWasKeptForTooLongShouldNotSendItAnyMore() {
        run(LONG);
        CompletableFuture<?> tooLate = run(0);
        CompletableFuture<?> inTime = run(LONG);

        confirm();
        assertThat(scripts).hasSize(2);
        confirm();

        assertThat(inTime).isCompleted();
        assertThat(tooLate)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(BackendFailure.class)
                .withMessageContaining("Redis is silent");
    }

    @Test
    void whenNothingIsAnsweredShouldBeSilent() {
        assertThat(lane.isSilent(0)).as("with nothing to answer").isFalse();

        run(LONG);
        assertThat(lane.isSilent(0)).isTrue();
        assertThat(lane.isSilent(LONG)).isFalse();

        confirm();
        assertThat(lane.isSilent(0)).isFalse();
    }

    private CompletableFuture<?> run(long patience) {
        return lane.run(CALL, patience).toCompletableFuture();
    }

    /** Has the last requests granted, and a replica confirm it. */
    private void confirm() {
        List.copyOf(scripts).forEach(script -> script.complete(List.of(7L)));
        waits.get(waits.size() - 1).complete(1L);
    }
}
