package io.latchkey.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A stream of RESP that keeps the bytes it has read, so that they can be passed on unchanged. Text is ISO 8859-1. */
final class RespInput {

    private static final int CRLF = 2;

    private final InputStream stream;
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();

    RespInput(InputStream stream) {
        this.stream = new BufferedInputStream(stream);
    }

    /** Reads up to the line's end, which is not part of the result. */
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next;
        do {
            next = stream.read();
            if (next < 0) {
                throw new EOFException();
            }
            line.write(next);
        } while (next != '\n');
        raw.writeBytes(line.toByteArray());
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    /** The number after the type byte of a line. */
    static int number(String line) throws IOException {
        try {
            return Integer.parseInt(line.substring(1));
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new IOException("not RESP: " + line, e);
        }
    }

    /** Reads the bytes a {@code $} line announced and the line's end after them. */
    String bulk(int length) throws IOException {
        byte[] bytes = stream.readNBytes(length + CRLF);
        if (bytes.length < length + CRLF) {
            throw new EOFException();
        }
        raw.writeBytes(bytes);
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** What was read since the last call. */
    byte[] take() {
        byte[] bytes = raw.toByteArray();
        raw.reset();
        return bytes;
    }
}
