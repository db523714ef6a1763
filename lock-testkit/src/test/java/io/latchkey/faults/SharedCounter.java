package io.latchkey.faults;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A counter in memory that processes share, with nothing to guard it, and the fencing token of who counted last. */
final class SharedCounter {

    private static final int COUNT = 0;
    private static final int TOKEN = Long.BYTES;

    private final MappedByteBuffer memory;

    private SharedCounter(MappedByteBuffer memory) {
        this.memory = memory;
    }

    static SharedCounter open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedCounter(channel.map(MapMode.READ_WRITE, 0, 2 * Long.BYTES));
        }
    }

    /** Counts one up in two steps, with time between them for whoever is inside as well. */
    @SuppressWarnings("ThreadPriorityCheck") // Correctness does not rely on it; a missing lock shows sooner.
    void count(long token) {
        long before = memory.getLong(COUNT);
        long previous = memory.getLong(TOKEN);
        if (previous >= token) {
            throw new IllegalStateException("token " + token + " came after " + previous);
        }
        memory.putLong(TOKEN, token);
        Thread.yield();
        memory.putLong(COUNT, before + 1);
    }

    long value() {
        return memory.getLong(COUNT);
    }
}
