package io.latchkey.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** What locks have left in a Redis. */
public final class LockTraces {

    /** Much less than is left to a line, or a mark beside it, that somebody keeps. */
    private static final long LAST_MOMENTS_MILLIS = 500;

    private LockTraces() {}

    /**
     * All keys but the marks that are meant to outlive locks and go away by themselves, each in its time.
     *
     * @throws IllegalStateException when a line is about to end by itself: those who stood in it should have left it, and who
     *     waits for that would not see that they did not
     */
    public static List<String> keysAt(RedisServer server) {
        return server.keys("*").stream().filter(key -> !endsInTime(key, server)).toList();
    }

    /** Where processes listen for wake-ups. */
    public static List<String> channelsAt(RedisServer server) {
        List<?> channels = (List<?>) Objects.requireNonNull(server.command("pubsub", "channels", "latchkey:*"));
        return channels.stream().map(String::valueOf).toList();
    }

    private static boolean endsInTime(String key, RedisServer server) {
        long left = (Long) Objects.requireNonNull(server.command("pttl", key));
        if (left >= 0 && left <= LAST_MOMENTS_MILLIS && isOfALine(key)) {
            throw new IllegalStateException(key + " was forgotten, and ends by itself");
        }
        return left != -1 && left <= longestLifeOf(key).toMillis();
    }

    private static boolean isOfALine(String key) {
        return key.endsWith(":line") || key.endsWith(":alive") || key.endsWith(":writer");
    }

    private static Duration longestLifeOf(String key) {
        return switch (key.substring(key.lastIndexOf(':') + 1)) {
            case "guard" -> Duration.ofSeconds(10);
            case "ended" -> Duration.ofSeconds(5);
            case "operations" -> Duration.ofSeconds(60);
            case "limit" -> Duration.ofDays(1);
            default -> Duration.ofMillis(-2); // It has to be gone.
        };
    }
}
