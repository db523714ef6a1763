package io.latchkey.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** A Redis server that is a child process of this JVM. */
final class LocalRedis implements RedisInstance {

    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final int PORTS_TO_TRY = 5;

    private final RedisBinary binary;
    private final int port;
    private final List<String> extraArguments;
    private final TempDirectory directory;
    private ChildProcess process;

    private LocalRedis(RedisBinary binary, int port, List<String> extraArguments, TempDirectory directory) {
        this.binary = binary;
        this.port = port;
        this.extraArguments = extraArguments;
        this.directory = directory;
        this.process = launch();
    }

    static LocalRedis start(RedisBinary binary, String... extraArguments) {
        return start(binary, FreePort::next, extraArguments);
    }

    /** Tries one port after the other while somebody else turns out to have them. */
    static LocalRedis start(RedisBinary binary, IntSupplier ports, String... extraArguments) {
        for (int attempt = 1; ; attempt++) {
            TempDirectory directory = TempDirectory.create();
            LocalRedis redis = new LocalRedis(binary, ports.getAsInt(), List.of(extraArguments), directory);
            if (redis.awaitReady()) {
                return redis;
            }
            boolean portWasTaken = redis.output().contains("Address already in use");
            RedisStartException failure = redis.startFailure();
            redis.dispose();
            if (!portWasTaken || attempt == PORTS_TO_TRY) {
                throw failure;
            }
        }
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String version() {
        return binary.version();
    }

    @Override
    public boolean isRunning() {
        return process.isAlive();
    }

    @Override
    public void pause() {
        process.pause();
    }

    @Override
    public void resume() {
        process.resume();
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void shutdown() {
        process.terminate();
    }

    @Override
    public void startAgain() {
        process = launch();
        if (!awaitReady()) {
            RedisStartException failure = startFailure();
            process.kill();
            throw failure;
        }
    }

    @Override
    public void dispose() {
        process.kill();
        directory.delete();
    }

    private ChildProcess launch() {
        try {
            return new ChildProcess(new ProcessBuilder(commandLine())
                    .redirectErrorStream(true)
                    .redirectOutput(log().toFile())
                    .start());
        } catch (IOException e) {
            directory.delete();
            throw new RedisStartException(binary.path() + " could not be started", e);
        }
    }

    private List<String> commandLine() {
        List<String> words = new ArrayList<>(List.of(binary.path().toString()));
        if (extraArguments.contains("--sentinel")) {
            words.add(sentinelConfiguration().toString());
        }
        words.addAll(List.of("--port", Integer.toString(port), "--bind", host()));
        words.addAll(List.of("--save", "", "--appendonly", "no"));
        words.addAll(List.of("--dir", directory.path().toString()));
        if (binary.majorVersion() >= 7) {
            // Allowed without asking before 7, and an unknown option there.
            words.addAll(List.of("--enable-debug-command", "local"));
        }
        words.addAll(extraArguments);
        return words;
    }

    /** A sentinel keeps what it learns in its configuration file, and does not start without one. */
    private Path sentinelConfiguration() {
        Path file = directory.path().resolve("sentinel.conf");
        try {
            return Files.exists(file) ? file : Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the sentinel's configuration could not be made", e);
        }
    }

    private boolean awaitReady() {
        if (!RedisPing.awaitAnswer(host(), port, process::isAlive, START_LIMIT)) {
            return false;
        }
        if (RedisPing.answersAs(process.pid(), host(), port)) {
            return true;
        }
        // Another server was faster on this port; ours is about to find out and end.
        process.awaitExit(START_LIMIT);
        return false;
    }

    private RedisStartException startFailure() {
        String state = process.isAlive() ? "did not answer within " + START_LIMIT : "ended at once";
        return new RedisStartException(binary.path() + " on port " + port + " " + state, output());
    }

    private String output() {
        try {
            return Files.readString(log(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the server's output cannot be read", e);
        }
    }

    private Path log() {
        return directory.path().resolve("server.out");
    }
}
