package io.latchkey.redis;

import static java.util.Objects.requireNonNull;

import io.latchkey.testkit.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the scripts of one kind of lock on a server, one at a time.
 *
 * @param keys what a script of the kind is given
 */
record ScriptBench(RedisServer redis, String kind, List<String> keys) {

    List<Object> run(String verb, String... args) {
        return eval(verb, keys, List.of(args));
    }

    @SuppressWarnings("unchecked")
    List<Object> eval(String verb, List<String> scriptKeys, List<String> args) {
        List<String> words = new ArrayList<>();
        words.add("EVAL");
        words.add(new String(Script.read(kind, verb).source(), StandardCharsets.UTF_8));
        words.add(String.valueOf(scriptKeys.size()));
        words.addAll(scriptKeys);
        words.addAll(args);
        return (List<Object>) requireNonNull(redis.command(words.toArray(String[]::new)));
    }

    /** Does something while the server takes nothing new. */
    void whileFull(Runnable work) {
        redis.command("CONFIG", "SET", "maxmemory", "1");
        try {
            work.run();
        } finally {
            redis.command("CONFIG", "SET", "maxmemory", "0");
        }
    }

    long timeToLive(String key) {
        return (Long) requireNonNull(redis.command("PTTL", key));
    }

    /** The members of a sorted set, lowest score first. */
    List<String> members(String key) {
        return ((List<?>) requireNonNull(redis.command("ZRANGE", key, "0", "-1")))
                .stream().map(String::valueOf).toList();
    }

    static long verdict(List<Object> reply) {
        return number(reply, 0);
    }

    static long number(List<Object> reply, int index) {
        return Long.parseLong(String.valueOf(reply.get(index)));
    }
}
