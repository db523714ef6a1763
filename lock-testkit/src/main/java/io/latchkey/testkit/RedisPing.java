package io.latchkey.testkit;

import io.latchkey.testkit.ReplyReader.Reply;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Asks over a plain socket whether a server answers. */
final class RedisPing {

    private static final int TIMEOUT_MILLIS = 1_000;
    private static final int ATTEMPTS = 20;

    private RedisPing() {}

    /** Waits until the server answers, or says false when it has not within the limit or has ended. */
    static boolean awaitAnswer(String host, int port, BooleanSupplier running, Duration limit) {
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(limit)
                    .until(() -> answers(host, port) || !running.getAsBoolean());
        } catch (ConditionTimeoutException e) {
            return false;
        }
        return running.getAsBoolean();
    }

    static boolean answers(String host, int port) {
        try {
            Reply reply = ask(host, port, "PING");
            return reply.type() == '+' || isUpButLocked(reply);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the server that answers there is that process; one with a password is believed. */
    static boolean answersAs(long pid, String host, int port) {
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                Reply reply = ask(host, port, "INFO server");
                String text = String.valueOf(reply.first());
                return isUpButLocked(reply) || text.lines().anyMatch(("process_id:" + pid)::equals);
            } catch (IOException e) {
                // No answer is not the answer of another; on a busy machine it may come late.
            }
        }
        return false;
    }

    private static Reply ask(String host, int port, String command) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            return new ReplyReader(socket.getInputStream()).next();
        }
    }

    private static boolean isUpButLocked(Reply reply) {
        return reply.type() == '-' && String.valueOf(reply.first()).startsWith("NOAUTH");
    }
}
