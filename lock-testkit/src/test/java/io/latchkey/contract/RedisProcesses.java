package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.contract.Topology.Site;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.CommandCounter;
import io.latchkey.testkit.LockTraces;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.contract.Peer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A Redis of some shape and the processes on it. */
final class RedisProcesses implements AutoCloseable {

    private final Site site;
    private final Connections connections;

    RedisProcesses(Topology topology) {
        site = topology.open();
        connections = new Connections(site.configuration());
    }

    Peer start(Duration leaseTime, List<LockListener> listeners) {
        LettuceConnectionFactory factory = connections.borrow();
        RedisLocks.Builder builder =
                RedisLocks.builder(factory).leaseTime(leaseTime).commandTimeout(Connections.PATIENCE);
        listeners.forEach(builder::listener);
        RedisLocks locks = builder.build();
        return new Peer(locks, () -> {
            locks.close();
            connections.giveBack(factory);
        });
    }

    /** A process that ends without giving anything back: its connection goes first. */
    Peer startDying(Duration leaseTime) {
        LettuceConnectionFactory factory = connections.factory();
        RedisLocks locks = RedisLocks.builder(factory)
                .leaseTime(leaseTime)
                .commandTimeout(Duration.ofSeconds(1))
                .build();
        return new Peer(locks, () -> {
            factory.destroy();
            locks.close();
        });
    }

    /** Sends a command to the server that has its first argument, a key. */
    @Nullable
    Object command(String name, String key, String... more) {
        String[] words = new String[2 + more.length];
        words[0] = name;
        words[1] = key;
        System.arraycopy(more, 0, words, 2, more.length);
        return ownerOf(key).command(words);
    }

    /** Counts what the server that has the key is asked. */
    CommandCounter counterOf(String key) {
        return CommandCounter.of(ownerOf(key));
    }

    List<RedisServer> masters() {
        return site.masters().get();
    }

    /** The server that has a key. */
    RedisServer ownerOf(String key) {
        return site.ownerOf().apply(key);
    }

    /** Ends every subscription. */
    void killSubscriptions() {
        site.nodes().get().forEach(server -> server.command("client", "kill", "type", "pubsub"));
    }

    List<String> keys(String pattern) {
        return site.masters().get().stream()
                .flatMap(master -> master.keys(pattern).stream())
                .toList();
    }

    List<String> leftovers() {
        return site.masters().get().stream()
                .flatMap(master -> LockTraces.keysAt(master).stream())
                .toList();
    }

    List<String> channels() {
        return site.nodes().get().stream()
                .flatMap(node -> LockTraces.channelsAt(node).stream())
                .toList();
    }

    @Override
    public void close() {
        connections.close();
        site.close();
    }
}
