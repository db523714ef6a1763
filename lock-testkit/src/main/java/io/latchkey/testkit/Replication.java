package io.latchkey.testkit;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionFactory;

/**
 * What a master and its replicas can be made to do.
 *
 * @param master takes the writes
 * @param replicas follow it
 */
public record Replication(RedisServer master, List<RedisServer> replicas) {

    /** How a server must be started to become one of them: it follows quickly and keeps nothing on disk. */
    static final List<String> OPTIONS = List.of(
            "--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1");

    /** Waits until every replica has all that the master has now; there must be one. */
    public void awaitInSync() {
        if (replicas.isEmpty()) {
            throw new IllegalStateException(master + " has no replica that could be in sync");
        }
        long offset = Long.parseLong(facts(master).get("master_repl_offset"));
        patiently("replicas in sync").until(() -> replicas.stream().allMatch(replica -> hasReached(replica, offset)));
    }

    /**
     * Makes sure that nothing written from now on reaches a replica: they are frozen, and the master forgets them. They may
     * be let go on by {@link #heal()}, after the master was killed.
     */
    public void cut() {
        replicas.forEach(RedisServer::pause);
        master.command("client", "kill", "type", "replica");
    }

    /** Lets frozen replicas go on. */
    public void heal() {
        replicas.forEach(RedisServer::resume);
    }

    private boolean hasReached(RedisServer replica, long offset) {
        Map<String, String> facts = facts(replica);
        return "up".equals(facts.get("master_link_status"))
                && Integer.toString(master.port()).equals(facts.get("master_port"))
                && Long.parseLong(facts.getOrDefault("slave_repl_offset", "-1")) >= offset;
    }

    private static Map<String, String> facts(RedisServer server) {
        return server.commands().info("replication");
    }

    static ConditionFactory patiently(String what) {
        return await(what)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .atMost(Duration.ofSeconds(30));
    }
}
