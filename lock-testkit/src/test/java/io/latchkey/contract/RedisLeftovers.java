package io.latchkey.contract;

import io.latchkey.testkit.RedisServer;
import java.util.List;
import java.util.stream.Stream;

/** What locks have left in a Redis: all keys but those that are meant to outlive them and go away by themselves. */
final class RedisLeftovers {

    private RedisLeftovers() {}

    static List<String> of(RedisServer server) {
        return server.keys("*").stream()
                .filter(key -> !(outlivesItsLock(key) && (Long) server.command("pttl", key) != -1))
                .toList();
    }

    private static boolean outlivesItsLock(String key) {
        return Stream.of(":guard", ":limit", ":operations", ":ended").anyMatch(key::endsWith);
    }
}
