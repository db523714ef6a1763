package io.latchkey.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an operator should hear at the start about a server and how it is used, as far as it can be seen. */
final class ServerAdvice {

    private ServerAdvice() {}

    /** A warning when the server may throw held locks away to make room. */
    static Optional<String> onEviction(String info) {
        Map<String, String> facts = facts(info);
        String policy = facts.getOrDefault("maxmemory_policy", "noeviction");
        boolean limited = !facts.getOrDefault("maxmemory", "0").equals("0");
        if (!limited || policy.equals("noeviction")) {
            return Optional.empty();
        }
        return Optional.of("Redis may evict held locks when it is full (maxmemory-policy " + policy
                + "): two holders at a time are then possible; set maxmemory-policy noeviction at the server, "
                + "or, where it has to evict, give RedisLocks.builder a connection factory to another server");
    }

    /**
     * A warning when sentinels may replace a master that is only frozen, and this client would not notice. It has lost
     * no connection, so it stays with the old master, and takes locks there when it wakes up that others hold at the new one.
     */
    static Optional<String> onFrozenMaster(boolean sentinel, boolean followsTopology) {
        return !sentinel || followsTopology
                ? Optional.empty()
                : Optional.of(
                        "when Sentinel replaces a master that is frozen rather than dead, this client stays with the old one: "
                                + "locks cannot be taken meanwhile, and for some seconds after it wakes up they are taken from the wrong server; "
                                + "set spring.data.redis.lettuce.read-from=upstream (LettuceClientConfiguration readFrom), which makes Lettuce follow");
    }

    /** A warning when a master that has been replaced, and does not know it, would go on granting locks. */
    static Optional<String> onLonelyMaster(String info) {
        Map<String, String> facts = facts(info);
        boolean replicated = facts.getOrDefault("role", "").equals("master")
                && !facts.getOrDefault("connected_slaves", "0").equals("0");
        // Only told where min-replicas-to-write is set.
        if (!replicated || facts.containsKey("min_slaves_good_slaves")) {
            return Optional.empty();
        }
        return Optional.of(
                "a master that was cut off or frozen, and has been replaced, goes on granting locks until it learns of it: "
                        + "two holders at a time are then possible; set min-replicas-to-write 1 and a short min-replicas-max-lag on every server");
    }

    /** A warning that names what the user lacks. */
    static Optional<String> onMissingRights(List<Object> commands) {
        return commands.isEmpty()
                ? Optional.empty()
                : Optional.of("the Redis user may not run "
                        + commands.stream()
                                .map(name -> new String((byte[]) name, StandardCharsets.US_ASCII))
                                .collect(Collectors.joining(", "))
                        + " on the keys and channels of locks; grant what docs/redis-acl.md lists");
    }

    private static Map<String, String> facts(String info) {
        return info.lines()
                .filter(line -> line.contains(":"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1).trim(),
                        (first, second) -> first));
    }
}
