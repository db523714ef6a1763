package io.latchkey.testkit;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Cuts a server's stream into replies and pushes, of RESP2 and RESP3. */
final class ReplyReader {

    private final RespInput input;

    ReplyReader(InputStream stream) {
        input = new RespInput(stream);
    }

    /**
     * Reads the next reply with all that is nested in it.
     *
     * @throws java.io.EOFException at the end of the stream
     */
    Reply next() throws IOException {
        String head = head();
        while (head.startsWith("|")) {
            // Attributes go before the reply they belong to.
            elements(2 * RespInput.number(head));
            head = head();
        }
        String first = rest(head);
        return new Reply(head.charAt(0), first);
    }

    /** The bytes of what {@link #next} returned. */
    byte[] bytes() {
        return input.take();
    }

    /** Reads what follows a head line; returns the text of the value or of its first element, if it has one. */
    private @Nullable String rest(String head) throws IOException {
        return switch (head.charAt(0)) {
            case '$', '=', '!' -> RespInput.number(head) < 0 ? null : input.bulk(RespInput.number(head));
            case '*', '~', '>' -> elements(RespInput.number(head));
            case '%' -> elements(2 * RespInput.number(head));
            default -> head.substring(1);
        };
    }

    private String head() throws IOException {
        String line = input.line();
        if (line.isEmpty()) {
            throw new IOException("not RESP: an empty line");
        }
        return line;
    }

    private @Nullable String elements(int count) throws IOException {
        String first = null;
        for (int i = 0; i < count; i++) {
            String text = rest(head());
            if (i == 0) {
                first = text;
            }
        }
        return first;
    }

    /**
     * What matters of a reply.
     *
     * @param type the first byte on the wire
     * @param first the text of the reply or of its first element
     */
    record Reply(char type, @Nullable String first) {}
}
