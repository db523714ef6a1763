package io.latchkey.testkit;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often a server has run each command since the last {@link #reset}, by its own statistics. A server counts a script
 * call and also every command the script makes; what a test itself sends to the server meanwhile is counted with them.
 */
public final class CommandCounter {

    private static final Pattern CALLS = Pattern.compile("^calls=(\\d+)");
    private static final Set<String> SCRIPTS = Set.of("eval", "evalsha", "eval_ro", "evalsha_ro", "fcall", "fcall_ro");

    /** What clients send for themselves, never a lock script. */
    private static final Set<String> BOOKKEEPING = Set.of(
            "acl",
            "auth",
            "client",
            "command",
            "config",
            "function",
            "hello",
            "info",
            "ping",
            "psubscribe",
            "punsubscribe",
            "quit",
            "script",
            "select",
            "ssubscribe",
            "subscribe",
            "sunsubscribe",
            "unsubscribe");

    private final RedisServer server;

    private CommandCounter(RedisServer server) {
        this.server = server;
    }

    /** A counter of that server, set back to zero. */
    public static CommandCounter of(RedisServer server) {
        CommandCounter counter = new CommandCounter(server);
        counter.reset();
        return counter;
    }

    public void reset() {
        server.command("config", "resetstat");
    }

    /** Calls of one command, in lower case; subcommands are counted as their command. */
    public long calls(String command) {
        return all().getOrDefault(command, 0L);
    }

    /** Script calls: what the locks send for acquire, renew, release and the like. */
    public long scriptCalls() {
        return sum(SCRIPTS::contains);
    }

    /** Commands made by scripts: all but the script calls and what clients send for themselves. */
    public long insideScripts() {
        return sum(command -> !SCRIPTS.contains(command) && !BOOKKEEPING.contains(command));
    }

    /** Calls by command name. */
    public Map<String, Long> all() {
        Map<String, Long> calls = new TreeMap<>();
        server.commands().info("commandstats").forEach((field, statistics) -> {
            Matcher matcher = CALLS.matcher(statistics);
            if (matcher.find()) {
                calls.merge(commandOf(field), Long.parseLong(matcher.group(1)), Long::sum);
            }
        });
        return calls;
    }

    private long sum(Predicate<String> commands) {
        return all().entrySet().stream()
                .filter(entry -> commands.test(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** {@code cmdstat_config|resetstat} is a call of config. */
    private static String commandOf(String field) {
        String name = field.substring("cmdstat_".length());
        int bar = name.indexOf('|');
        return bar < 0 ? name : name.substring(0, bar);
    }
}
