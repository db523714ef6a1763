package io.latchkey.contract;

import io.latchkey.testkit.RedisServer;
import java.util.List;

/** What locks have left in a Redis: all keys but the guards, which go away by themselves. */
final class RedisLeftovers {

    private RedisLeftovers() {}

    static List<String> of(RedisServer server) {
        return server.keys("*").stream()
                .filter(key -> !(key.endsWith(":guard") && (Long) server.command("pttl", key) != -1))
                .toList();
    }
}
