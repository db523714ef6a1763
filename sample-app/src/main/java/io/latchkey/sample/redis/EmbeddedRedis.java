package io.latchkey.sample.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Redis server on a free port of this machine that keeps nothing on disk and ends when it is closed. */
final class EmbeddedRedis implements AutoCloseable {

    private static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

    private static final Logger log = LoggerFactory.getLogger(EmbeddedRedis.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final Process process;
    private final int port;

    private EmbeddedRedis(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts the program and returns when it takes connections. */
    static EmbeddedRedis start(Path program) {
        try {
            int port = freePort();
            Path output = Files.createTempFile("latchkey-sample-redis-", ".log");
            output.toFile().deleteOnExit();
            Process process = new ProcessBuilder(
                            program.toString(),
                            "--bind",
                            ADDRESS.getHostAddress(),
                            "--port",
                            "" + port,
                            "--save",
                            "",
                            "--appendonly",
                            "no")
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            EmbeddedRedis redis = new EmbeddedRedis(process, port);
            if (!redis.isReadyInTime()) {
                redis.close();
                throw new EmbeddedRedisException(
                        program + " did not start:\n" + Files.readString(output).strip());
            }
            log.info("started {} on port {}", program, port);
            return redis;
        } catch (IOException e) {
            throw new EmbeddedRedisException(program + " could not be started: " + e.getMessage(), e);
        }
    }

    String host() {
        return ADDRESS.getHostAddress();
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        if (!hasEnded()) {
            process.destroyForcibly();
        }
    }

    private boolean hasEnded() {
        try {
            return process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isReadyInTime() {
        long start = System.nanoTime();
        while (process.isAlive() && System.nanoTime() - start < PATIENCE.toNanos()) {
            if (answers()) {
                return true;
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        return false;
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(ADDRESS, port), (int) PATIENCE.toMillis());
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() == '+';
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, ADDRESS)) {
            return probe.getLocalPort();
        }
    }
}
