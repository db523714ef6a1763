package io.latchkey.redis;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Arguments of a command as they go to the server, each with its length before it. Lettuce would write each in five steps, and
 * scripts have many.
 */
final class Wire {

    /** More than what stands around an argument: a dollar sign, ten digits, and two ends of a line. */
    private static final int AROUND = 16;

    private byte[] bytes = new byte[512];
    private int end;
    private int count;

    Wire add(byte[] argument) {
        makeRoom(argument.length + AROUND);
        bytes[end++] = '$';
        addNumber(argument.length);
        endLine();
        System.arraycopy(argument, 0, bytes, end, argument.length);
        end += argument.length;
        endLine();
        count++;
        return this;
    }

    Wire add(int number) {
        return add(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
    }

    Wire addAll(byte[][] arguments) {
        for (byte[] argument : arguments) {
            add(argument);
        }
        return this;
    }

    /** How many arguments there are. */
    int count() {
        return count;
    }

    void writeTo(ByteBuf buffer) {
        buffer.writeBytes(bytes, 0, end);
    }

    private void makeRoom(int wanted) {
        if (bytes.length - end < wanted) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + wanted));
        }
    }

    /** In digits; not below zero. */
    private void addNumber(int number) {
        int digits = 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        end += digits;
        int rest = number;
        for (int at = end - 1; at >= end - digits; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private void endLine() {
        bytes[end++] = '\r';
        bytes[end++] = '\n';
    }
}
