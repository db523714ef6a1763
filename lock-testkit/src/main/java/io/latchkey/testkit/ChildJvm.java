package io.latchkey.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Another, small JVM with this one's class path, for tests that need a second process to kill or freeze. It is talked to
 * by lines of standard input and output; {@link ParentWatch} ends it with its parent. It ends with this JVM at the
 * latest. Thread-safe.
 */
public final class ChildJvm implements AutoCloseable {

    private final String name;
    private final ChildProcess process;
    private final Lines output;
    private final Lines errors;
    private final Writer input;
    private final Runnable cleanUp = this::close;

    private ChildJvm(String name, Process process) {
        this.name = name;
        this.process = new ChildProcess(process);
        this.output = Lines.of(name + "-stdout", process.getInputStream());
        this.errors = Lines.of(name + "-stderr", process.getErrorStream());
        this.input = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Starts a JVM that runs the class's main with these arguments. */
    public static ChildJvm start(Class<?> main, String... arguments) {
        return start(List.of(), main, arguments);
    }

    /** The same with further options of the JVM, such as {@code -Dname=value}. */
    public static ChildJvm start(List<String> jvmOptions, Class<?> main, String... arguments) {
        try {
            Process process = new ProcessBuilder(commandLine(jvmOptions, main, arguments)).start();
            ChildJvm child = new ChildJvm(main.getSimpleName() + "-" + process.pid(), process);
            Leftovers.remember(child.cleanUp);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("a JVM for " + main.getName() + " could not be started", e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits for a line of output that begins so; a line is returned only once.
     *
     * @throws AssertionError with all output, when none came in time or the process ended before
     */
    public String awaitLine(String prefix, Duration limit) throws InterruptedException {
        return output.await(prefix, limit)
                .orElseThrow(() -> new AssertionError("no line '" + prefix + "…' within " + limit + "\n" + describe()));
    }

    /** What it has printed to standard output. */
    public List<String> lines() {
        return output.all();
    }

    /** What it has printed to standard error. */
    public List<String> errorLines() {
        return errors.all();
    }

    /** Writes a line to its standard input. */
    public void send(String line) {
        try {
            synchronized (input) {
                input.write(line + "\n");
                input.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("'" + line + "' could not be sent\n" + describe(), e);
        }
    }

    /** Freezes it (SIGSTOP). */
    public void pause() {
        process.pause();
    }

    /** Lets it go on (SIGCONT). */
    public void resume() {
        process.resume();
    }

    /** Ends it with SIGKILL and returns when it is gone. */
    public void kill() {
        process.kill();
    }

    /**
     * Waits for its end and returns the exit status; its output is then complete.
     *
     * @throws AssertionError with all output, when it still runs after the limit
     */
    public int awaitExit(Duration limit) throws InterruptedException {
        int status = process.awaitExit(limit)
                .orElseThrow(() -> new AssertionError("still running after " + limit + "\n" + describe()));
        output.awaitEnd(limit);
        errors.awaitEnd(limit);
        return status;
    }

    /** Kills it if it still runs; closing twice does nothing. */
    @Override
    public void close() {
        Leftovers.forget(cleanUp);
        process.kill();
    }

    @Override
    public String toString() {
        return name;
    }

    private String describe() {
        String state = isAlive() ? " is alive" : " has ended";
        return name + state + "\n--- stdout ---\n" + output.text() + "\n--- stderr ---\n" + errors.text();
    }

    private static List<String> commandLine(List<String> jvmOptions, Class<?> main, String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Quick to start and content with little: there are many of them on one machine.
        words.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(jvmOptions);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        words.addAll(List.of(arguments));
        return words;
    }
}
