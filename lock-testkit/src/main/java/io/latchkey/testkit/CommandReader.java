package io.latchkey.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts a client's stream into commands: arrays of bulk strings, or inline words. */
final class CommandReader {

    private final RespInput input;

    CommandReader(InputStream stream) {
        input = new RespInput(stream);
    }

    /**
     * Reads the next command; empty for one without words, which a server does not answer.
     *
     * @throws java.io.EOFException at the end of the stream
     */
    Optional<Command> next() throws IOException {
        String line = input.line();
        List<String> words = line.startsWith("*") ? array(RespInput.number(line)) : inline(line);
        if (words.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Command(words.get(0), words.subList(1, words.size())));
    }

    /** The bytes of what {@link #next} returned. */
    byte[] bytes() {
        return input.take();
    }

    private List<String> array(int size) throws IOException {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            words.add(input.bulk(RespInput.number(input.line())));
        }
        return words;
    }

    private static List<String> inline(String line) {
        return line.isBlank() ? List.of() : List.of(line.strip().split("\\s+", -1));
    }
}
