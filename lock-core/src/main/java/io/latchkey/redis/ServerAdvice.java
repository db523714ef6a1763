package io.latchkey.redis;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an operator should hear about a server at the start, read from its own {@code INFO}. */
final class ServerAdvice {

    private ServerAdvice() {}

    /** A warning when the server may throw held locks away to make room. */
    static Optional<String> onEviction(String info) {
        Map<String, String> facts = info.lines()
                .filter(line -> line.contains(":"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1).trim(),
                        (first, second) -> first));
        String policy = facts.getOrDefault("maxmemory_policy", "noeviction");
        boolean limited = !facts.getOrDefault("maxmemory", "0").equals("0");
        if (!limited || policy.equals("noeviction")) {
            return Optional.empty();
        }
        return Optional.of(
                "Redis may evict held locks when it is full (maxmemory-policy " + policy
                        + "): two holders at a time are then possible; set maxmemory-policy noeviction, or give locks a Redis of their own");
    }
}
