package io.latchkey.contract;

import static java.util.Objects.requireNonNull;

import io.latchkey.Locks;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.contract.ReadWriteLockContract;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisReadWriteLockTest extends ReadWriteLockContract {

    private static @Nullable RedisServer server;
    private static @Nullable Connections connections;
    private static @Nullable RedisLocks here;
    private static @Nullable RedisLocks there;

    @BeforeAll
    static void startTwoProcesses() {
        server = RedisServer.start();
        connections = new Connections(server);
        here = RedisLocks.builder(connections.factory()).build();
        there = RedisLocks.builder(connections.factory()).build();
    }

    @AfterAll
    static void endThem() {
        requireNonNull(here).close();
        requireNonNull(there).close();
        requireNonNull(connections).close();
        requireNonNull(server).close();
    }

    @Override
    protected Locks here() {
        return requireNonNull(here);
    }

    @Override
    protected Locks there() {
        return requireNonNull(there);
    }

    @Override
    protected List<String> leftovers() {
        return RedisLeftovers.of(requireNonNull(server));
    }
}
