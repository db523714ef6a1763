package io.latchkey.redis;

import static java.util.Objects.requireNonNull;

import io.latchkey.redis.KindScripts.Verb;
import io.latchkey.spi.LockKind;
import io.latchkey.testkit.RedisServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs the scripts of one kind of lock on a server, one at a time.
 *
 * @param keys what a script of the kind is given
 */
record ScriptBench(RedisServer redis, String kind, List<String> keys) {

    List<Object> run(String verb, String... args) {
        return eval(verb, keys, List.of(args));
    }

    /** What a script answers: a token alone is given as it would be among others, behind a 1. */
    @SuppressWarnings("unchecked")
    List<Object> eval(String verb, List<String> scriptKeys, List<String> args) {
        List<String> words = new ArrayList<>();
        words.add("EVAL");
        words.add(new String(script(verb).source(), StandardCharsets.UTF_8));
        words.add(String.valueOf(scriptKeys.size()));
        words.addAll(scriptKeys);
        words.addAll(args);
        Object answer = requireNonNull(redis.command(words.toArray(String[]::new)));
        if (answer instanceof List<?>) {
            return (List<Object>) answer;
        }
        return answer instanceof Long ? List.of(answer) : List.of(1L, answer);
    }

    private Script script(String verb) {
        LockKind of = LockKind.labelled(kind).orElseThrow();
        return KindScripts.of(of).get(Verb.valueOf(verb.toUpperCase(Locale.ROOT)));
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
        return strings(redis.command("ZRANGE", key, "0", "-1"));
    }

    Map<String, String> hash(String key) {
        List<String> flat = strings(redis.command("HGETALL", key));
        Map<String, String> hash = new TreeMap<>();
        for (int i = 0; i < flat.size(); i += 2) {
            hash.put(flat.get(i), flat.get(i + 1));
        }
        return hash;
    }

    /** The server's clock in microseconds. */
    long micros() {
        List<String> time = strings(redis.command("TIME"));
        return Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
    }

    private static List<String> strings(@Nullable Object reply) {
        return ((List<?>) requireNonNull(reply)).stream().map(String::valueOf).toList();
    }

    static long verdict(List<Object> reply) {
        return number(reply, 0);
    }

    static long number(List<Object> reply, int index) {
        return Long.parseLong(String.valueOf(reply.get(index)));
    }
}
