package io.latchkey.testkit.history;

import io.latchkey.Lease;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Where a worker writes down what happens, a line for each event, at once: what was written before a kill counts.
 * Thread-safe.
 */
public final class HistoryLog implements AutoCloseable {

    private final OutputStream file;

    private HistoryLog(OutputStream file) {
        this.file = file;
    }

    public static HistoryLog create(Path file) throws IOException {
        return new HistoryLog(Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** About to ask for a lock. */
    public void asking(String hold, String lock) {
        write("asked %s %s %d\n".formatted(hold, lock, System.nanoTime()));
    }

    /** First thing inside the critical section. */
    public void entered(String hold, Lease lease) {
        long now = System.nanoTime();
        write("entered %s %d %d %d\n".formatted(hold, lease.fencingToken(), now, validUntil(lease, now)));
    }

    /** Last thing inside the critical section. */
    public void leaving(String hold, Lease lease) {
        long now = System.nanoTime();
        write("left %s %d %d\n".formatted(hold, now, validUntil(lease, now)));
    }

    /** Gave the lock back, and heard what became of it. */
    public void ended(String hold, Hold.Ending ending) {
        write("ended %s %s %d\n".formatted(hold, ending, System.nanoTime()));
    }

    /** When the lease ends; long ago when it has ended. */
    private static long validUntil(Lease lease, long now) {
        long remaining = lease.remaining().toNanos();
        return remaining == 0 ? 0 : now + remaining;
    }

    private synchronized void write(String line) {
        try {
            file.write(line.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException("the history cannot be written", e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
