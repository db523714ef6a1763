package io.latchkey.testkit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/** The signals that freeze a process and let it go on, sent by process id. */
final class Signals {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Signals() {}

    /** Freezes the process; it has really stopped when this returns, where {@code /proc} can tell. */
    static void stop(long pid) {
        send("STOP", pid);
        if (Files.exists(stat(pid))) {
            await().pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(LIMIT)
                    .until(() -> isStoppedOrGone(pid));
        }
    }

    static void resume(long pid) {
        send("CONT", pid);
    }

    /** Through the shell, whose kill is built in: a slim image has no {@code kill} program. */
    private static void send(String signal, long pid) {
        try {
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + pid)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = kill.onExit().join().exitValue();
            if (status != 0) {
                throw new IllegalStateException(
                        "SIG" + signal + " to process " + pid + " failed with " + status + ": " + output.strip());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("SIG" + signal + " to process " + pid + " could not be sent", e);
        }
    }

    private static boolean isStoppedOrGone(long pid) throws IOException {
        try {
            String stat = Files.readString(stat(pid), StandardCharsets.ISO_8859_1);
            // The command name stands in parentheses and may itself contain some; the state follows the last one.
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private static Path stat(long pid) {
        return Path.of("/proc", Long.toString(pid), "stat");
    }
}
