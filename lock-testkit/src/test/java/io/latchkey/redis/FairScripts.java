package io.latchkey.redis;

import io.latchkey.testkit.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The scripts of one fair lock, called as the backend calls them. An owner or a ticket is written {@code process:7:number};
 * calls name the process and the numbers.
 */
final class FairScripts {

    static final String LOCK = "latchkey:{order:42}:fair";
    static final String LINE = LOCK + ":line";
    static final String GUARD = LOCK + ":guard";
    static final String ALIVE = LOCK + ":alive";
    static final long WAITER_TIMEOUT = 6_000;

    private static final String TIME_TO_LIVE = "30000";
    private static final String TOKEN_NOT_KNOWN = "0";

    private final RedisServer redis;
    private final ScriptBench scripts;
    private String cluster = "0";

    FairScripts(RedisServer redis) {
        this.redis = redis;
        this.scripts = new ScriptBench(redis, "fair", List.of(LOCK, LINE, GUARD, ALIVE));
    }

    ScriptBench bench() {
        return scripts;
    }

    /** From now on the scripts are told that they run on a cluster, or that they do not. */
    void onCluster(boolean so) {
        cluster = so ? "1" : "0";
    }

    /** Asks for the lock, with places for the tickets if it is busy; without a ticket it does not wait. */
    List<Object> acquire(String process, int number, int... tickets) {
        return acquireWith(process, number, places(process, tickets));
    }

    /** Asks with one ticket that has been in line before. */
    List<Object> acquireAgain(String process, int number, int ticket, long arrival) {
        return acquireWith(process, number, List.of(id(process, ticket), arrival));
    }

    /** Asks with one ticket, as a process whose waiters are waited for that long when they are dead. */
    List<Object> acquireWithin(long waiterTimeout, String process, int number) {
        return acquireWith(process, number, places(process, number), waiterTimeout);
    }

    private List<Object> acquireWith(String process, int number, List<Object> places) {
        return acquireWith(process, number, places, WAITER_TIMEOUT);
    }

    private List<Object> acquireWith(String process, int number, List<Object> places, long waiterTimeout) {
        List<Object> args = new ArrayList<>(List.of(id(process, number), process, number, TIME_TO_LIVE));
        addLast(args, places);
        args.add(waiterTimeout);
        addOthers(args, places);
        return run("acquire", args);
    }

    List<Object> pass(String process, int from, int to, boolean entitled, int... tickets) {
        List<Object> places = places(process, tickets);
        List<Object> args = new ArrayList<>(List.of(id(process, to), process, to, TIME_TO_LIVE));
        addLast(args, places);
        args.addAll(List.of(id(process, from), from, cluster));
        args.addAll(List.of(entitled ? "1" : "0", WAITER_TIMEOUT));
        addOthers(args, places);
        return run("pass", args);
    }

    List<Object> release(String process, int number) {
        return run("release", List.of(id(process, number), process, number, TOKEN_NOT_KNOWN, cluster));
    }

    /** Gives up an attempt without a place in line. */
    List<Object> abandon(String process, int number) {
        return run("abandon", List.of(id(process, number), process, number, "", cluster));
    }

    /** Gives up a place in line, under its own name as the engine does. */
    List<Object> abandonPlace(String process, int ticket) {
        String name = id(process, ticket);
        return run("abandon", List.of(name, process, ticket, name, cluster));
    }

    List<Object> force() {
        return run("force", List.of(cluster));
    }

    List<Object> renew(int millis, String owner) {
        return scripts.eval("renew", List.of(LOCK), List.of("" + millis, owner));
    }

    List<Object> look() {
        return scripts.eval("look", List.of(LOCK), List.of());
    }

    /** The line, first to come first. */
    List<String> line() {
        return scripts.members(LINE);
    }

    /** Who holds the lock, and the last place that came up with it. */
    Map<String, String> lock() {
        return scripts.hash(LOCK);
    }

    /** Lets a process be known alive until so many milliseconds from now, or before now. */
    void aliveFor(String process, long millis) {
        redis.command("ZADD", ALIVE, String.valueOf(scripts.micros() / 1000 + millis), process);
    }

    /** Until when a process is known to be alive, in milliseconds of the server's clock. */
    long aliveUntil(String process) {
        return Long.parseLong(String.valueOf(redis.command("ZSCORE", ALIVE, process)));
    }

    static String id(String process, int number) {
        return process + ":7:" + number;
    }

    private List<Object> run(String verb, List<Object> args) {
        return scripts.run(verb, args.stream().map(String::valueOf).toArray(String[]::new));
    }

    /** New tickets, each with an arrival that is not known yet. */
    private static List<Object> places(String process, int... tickets) {
        List<Object> places = new ArrayList<>();
        for (int ticket : tickets) {
            places.addAll(List.of(id(process, ticket), "0"));
        }
        return places;
    }

    /** The last ticket has a place of its own among the arguments. */
    private static void addLast(List<Object> args, List<Object> places) {
        int size = places.size();
        args.addAll(size == 0 ? List.of("", "0") : places.subList(size - 2, size));
    }

    private static void addOthers(List<Object> args, List<Object> places) {
        args.addAll(places.subList(0, Math.max(0, places.size() - 2)));
    }
}
