package io.latchkey.testkit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real, empty, standalone Redis of a test's own on a free loopback port: a container where Docker answers, else
 * {@code redis-server} from the PATH, else the server inside embedded-redis. The system property
 * {@code latchkey.test.redis} or the environment variable {@code LATCHKEY_TEST_REDIS} forces one: {@code docker},
 * {@code path}, {@code embedded}, or the path of a program, also of a Valkey. It can be frozen, killed and restarted, and ends with the JVM at the latest. Thread-safe.
 */
public final class RedisServer implements AutoCloseable {

    private final RedisInstance instance;
    private final String version;
    private final RedisCommands commands;
    private final Runnable cleanUp = this::close;
    private State state = State.RUNNING;

    private RedisServer(RedisInstance instance) {
        this.instance = instance;
        this.version = instance.version();
        this.commands = RedisCommands.connect(instance.host(), instance.port());
    }

    /** Starts a server and returns when it answers. */
    public static RedisServer start() {
        return start(new String[0]);
    }

    /**
     * Starts a server with further options, such as {@code "--maxmemory", "10mb"}.
     *
     * @throws RedisStartException with the server's output, when it does not start
     */
    public static RedisServer start(String... extraArguments) {
        return start(RedisSource.chosen(), extraArguments);
    }

    static RedisServer start(RedisSource source, String... extraArguments) {
        return of(source.open(extraArguments));
    }

    static RedisServer of(RedisInstance instance) {
        RedisServer server = new RedisServer(instance);
        Leftovers.remember(server.cleanUp);
        return server;
    }

    public String host() {
        return instance.host();
    }

    public int port() {
        return instance.port();
    }

    /** The server's version, such as 7.0.15. */
    public String version() {
        return version;
    }

    public int majorVersion() {
        return RedisVersion.major(version());
    }

    /** Whether the server is there, frozen or not. */
    public synchronized boolean isRunning() {
        return state != State.CLOSED && instance.isRunning();
    }

    /** Whether the server is there and not frozen. */
    synchronized boolean isAnswering() {
        return state == State.RUNNING && instance.isRunning();
    }

    /** Freezes the server: its connections stay open and nothing is answered. */
    public synchronized void pause() {
        require("pause", State.RUNNING);
        instance.pause();
        state = State.PAUSED;
    }

    /** Lets a frozen server go on; what was sent to it meanwhile is then carried out. */
    public synchronized void resume() {
        require("resume", State.PAUSED);
        instance.resume();
        state = State.RUNNING;
    }

    /** Ends the server as a crash would, frozen or not, and returns when it is gone. */
    public synchronized void kill() {
        require("kill", State.RUNNING, State.PAUSED);
        instance.kill();
        state = State.ENDED;
    }

    /** Ends the server in good order and returns when it is gone. */
    public synchronized void shutdown() {
        require("shutdown", State.RUNNING, State.PAUSED);
        instance.shutdown();
        state = State.ENDED;
    }

    /** Starts the server again, empty, on the same port; one that still runs is killed before. */
    public synchronized void restart() {
        require("restart", State.RUNNING, State.PAUSED, State.ENDED);
        if (instance.isRunning()) {
            instance.kill();
        }
        state = State.ENDED;
        instance.startAgain();
        state = State.RUNNING;
    }

    /** A client of this server, closed with it. */
    public RedisCommands commands() {
        return commands;
    }

    /** Sends one command; see {@link RedisCommands#command}. */
    public @Nullable Object command(String... words) {
        return commands.command(words);
    }

    /** The keys that match a glob, sorted. */
    public List<String> keys(String pattern) {
        return commands.keys(pattern);
    }

    /** Ends the server in whatever state it is and deletes its directory; closing twice does nothing. */
    @Override
    public synchronized void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        Leftovers.forget(cleanUp);
        try {
            instance.dispose();
        } finally {
            commands.close();
        }
    }

    @Override
    public String toString() {
        return "redis " + version + " at " + host() + ":" + port();
    }

    private void require(String operation, State... allowed) {
        if (!List.of(allowed).contains(state)) {
            throw new IllegalStateException(operation + " of a server that is " + state + ": " + this);
        }
    }

    private enum State {
        RUNNING,
        PAUSED,
        ENDED,
        CLOSED
    }
}
