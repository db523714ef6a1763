package io.latchkey.benchmarks.locks;

import io.latchkey.NamedLock;
import io.latchkey.redis.RedLockConnections;
import io.latchkey.redis.RedisLocks;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Latchkey with its defaults, but for the lease time. */
final class LatchkeyLocks implements LockClient {

    private final Endpoints endpoints;
    private final Duration leaseTime;
    private final List<LettuceConnectionFactory> factories = new ArrayList<>();
    private final RedisLocks locks;
    /** With connections to all nodes, as the starter makes them, so only where they are asked for. */
    private @Nullable RedLockConnections nodes;

    private @Nullable RedisLocks redLocks;

    LatchkeyLocks(Endpoints endpoints, Duration leaseTime) {
        this.endpoints = endpoints;
        this.leaseTime = leaseTime;
        this.locks = builder().build();
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        return switch (kind) {
            case REENTRANT, RENEWED -> BenchLock.of(locks.reentrant(name));
            case FIXED -> fixed(locks.reentrant(name));
            case FAIR -> BenchLock.of(locks.fair(name));
            case RED -> BenchLock.of(redLocks().red(name));
            case MULTI -> BenchLock.of(locks.multi(members(name).toArray(NamedLock[]::new)));
            case SINGLES -> BenchLock.inOrder(members(name).map(BenchLock::of).toList());
            case GROUP, ONE_SCRIPT, RED_ON_ONE_THREAD, JVM -> throw LockClient.unsupported(kind);
        };
    }

    @Override
    public boolean unlocksByName() {
        return true;
    }

    @Override
    public synchronized void close() {
        if (redLocks != null) {
            redLocks.close();
        }
        if (nodes != null) {
            nodes.close();
        }
        locks.close();
        factories.forEach(LettuceConnectionFactory::destroy);
    }

    private BenchLock fixed(NamedLock lock) {
        return BenchLock.of(() -> lock.lock(leaseTime), lock::unlock);
    }

    private Stream<NamedLock> members(String name) {
        return LockClient.members(name).stream().map(locks::reentrant);
    }

    private synchronized RedisLocks redLocks() {
        if (redLocks == null) {
            nodes = RedLockConnections.to(endpoints.redisPorts().stream()
                    .map(endpoints::redisUrl)
                    .map(RedisURI::create)
                    .toList());
            redLocks = builder().redLockNodes(nodes.factories()).build();
        }
        return redLocks;
    }

    private RedisLocks.Builder builder() {
        LettuceConnectionFactory factory = Connections.to(endpoints);
        factories.add(factory);
        return RedisLocks.builder(factory).leaseTime(leaseTime);
    }
}
