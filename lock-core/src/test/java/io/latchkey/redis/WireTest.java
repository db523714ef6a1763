package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 99, 100, 511, 512, 999, 1_000, 70_000})
    void whenArgumentsAreOfAnyLengthShouldBeWrittenAsLettuceDoes(int length) {
        byte[] argument = new byte[length];
        Arrays.fill(argument, (byte) 'x');
        byte[][] more = {{1, 2}, argument, {}};

        Wire wire = new Wire().add(argument).add(length).addAll(more);

        CommandArgs<byte[], byte[]> lettuce = new CommandArgs<>(ByteArrayCodec.INSTANCE)
                .addValue(argument)
                .add(length)
                .addValues(more);
        assertThat(wire.count()).isEqualTo(5).isEqualTo(lettuce.count());
        ByteBuf expected = Unpooled.buffer();
        lettuce.encode(expected);
        assertThat(written(wire)).isEqualTo(ByteBufUtil.getBytes(expected));
    }

    @Test
    void whenNothingIsAddedShouldWriteNothing() {
        assertThat(new Wire().count()).isZero();
        assertThat(written(new Wire())).isEmpty();
    }

    @Test
    void whenWrittenTwiceShouldWriteTheSame() {
        Wire wire = new Wire().add(new byte[] {7});

        assertThat(written(wire)).isEqualTo(written(wire));
    }

    private static byte[] written(Wire wire) {
        ByteBuf buffer = Unpooled.buffer();
        wire.writeTo(buffer);
        return ByteBufUtil.getBytes(buffer);
    }
}
