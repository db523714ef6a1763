package io.latchkey.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The lines a process has printed so far, collected by a thread of their own. */
final class Lines {

    private final List<String> all = new ArrayList<>();
    private final List<String> notAwaited = new ArrayList<>();
    private final Thread reader;
    private boolean ended;

    private Lines(String name, InputStream stream) {
        reader = new Thread(() -> read(stream), name);
        reader.setDaemon(true);
    }

    static Lines of(String name, InputStream stream) {
        Lines lines = new Lines(name, stream);
        lines.reader.start();
        return lines;
    }

    synchronized List<String> all() {
        return List.copyOf(all);
    }

    String text() {
        return String.join("\n", all());
    }

    /** Waits for a line that begins so and was not returned before; empty when none came in time or can come. */
    synchronized Optional<String> await(String prefix, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Optional<String> found =
                    notAwaited.stream().filter(line -> line.startsWith(prefix)).findFirst();
            long left = deadline - System.nanoTime();
            if (found.isPresent() || ended || left <= 0) {
                found.ifPresent(notAwaited::remove);
                return found;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Waits until the process has closed the stream. */
    synchronized void awaitEnd(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (long left = limit.toNanos(); !ended && left > 0; left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private void read(InputStream stream) {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            // The process was killed; what it printed before counts.
        } finally {
            end();
        }
    }

    private synchronized void add(String line) {
        all.add(line);
        notAwaited.add(line);
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }
}
