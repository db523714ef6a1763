package io.latchkey.testkit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A process this JVM has started: frozen, resumed and ended by its own handle only. */
final class ChildProcess {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Process process;

    ChildProcess(Process process) {
        this.process = process;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void pause() {
        requireAlive();
        Signals.stop(pid());
    }

    void resume() {
        requireAlive();
        Signals.resume(pid());
    }

    /** SIGKILL, which also ends a frozen process; returns when it has ended, also on an interrupted thread. */
    void kill() {
        process.destroyForcibly();
        requireEnd();
    }

    /** SIGTERM; a frozen process is woken, as it could not hear it. */
    void terminate() {
        resume();
        process.destroy();
        requireEnd();
    }

    /** Waits for the end, through interrupts, and returns the exit status; empty when it still runs after the limit. */
    Optional<Integer> awaitExit(Duration limit) {
        try {
            Process ended = process.onExit()
                    .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
            return Optional.of(ended.exitValue());
        } catch (CompletionException e) {
            return Optional.empty();
        }
    }

    private void requireEnd() {
        if (awaitExit(LIMIT).isEmpty()) {
            throw new IllegalStateException("process " + pid() + " still runs after " + LIMIT);
        }
    }

    /** The id of a process that has ended may by now be somebody else's. */
    private void requireAlive() {
        if (!isAlive()) {
            throw new IllegalStateException("process " + pid() + " has ended");
        }
    }
}
