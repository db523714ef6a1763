package io.latchkey.benchmarks.run;

import io.latchkey.benchmarks.locks.Implementation;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Commands of a library.
 *
 * @param wire sent by clients: script calls, subscriptions, and what the library is known to send by itself
 * @param inside called by scripts
 */
record CommandCount(long wire, long inside) {

    static final CommandCount NONE = new CommandCount(0, 0);

    private static final Set<String> SENT = Set.of(
            "eval",
            "evalsha",
            "eval_ro",
            "evalsha_ro",
            "fcall",
            "fcall_ro",
            "subscribe",
            "unsubscribe",
            "psubscribe",
            "punsubscribe",
            "ssubscribe",
            "sunsubscribe");

    /** What connections need, and what the driver itself sends. */
    private static final Set<String> IGNORED = Set.of(
            "acl",
            "auth",
            "client",
            "command",
            "config",
            "flushall",
            "hello",
            "info",
            "ping",
            "quit",
            "script",
            "select");

    /** Of a server's statistics, calls by command, while only that library was busy. */
    static CommandCount of(Map<String, Long> calls, Implementation implementation) {
        long sent = sum(calls, SENT::contains);
        long others = sum(calls, command -> !SENT.contains(command) && !IGNORED.contains(command));
        long plain = implementation.plainCalls(calls);
        return new CommandCount(sent + plain, others - plain);
    }

    CommandCount plus(CommandCount other) {
        return new CommandCount(wire + other.wire, inside + other.inside);
    }

    private static long sum(Map<String, Long> calls, Predicate<String> commands) {
        return calls.entrySet().stream()
                .filter(call -> commands.test(call.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
