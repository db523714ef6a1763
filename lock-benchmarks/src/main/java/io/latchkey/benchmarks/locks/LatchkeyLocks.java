package io.latchkey.benchmarks.locks;

import io.latchkey.NamedLock;
import io.latchkey.redis.RedisLocks;
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
    /** With connections to all nodes, so only where they are asked for. */
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
            case GROUP -> throw LockClient.unsupported(kind);
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
            redLocks = builder()
                    .redLockNodes(
                            endpoints.redisPorts().stream().map(this::connect).toList())
                    .build();
        }
        return redLocks;
    }

    private RedisLocks.Builder builder() {
        return RedisLocks.builder(connect(endpoints.redisPort())).leaseTime(leaseTime);
    }

    private LettuceConnectionFactory connect(int port) {
        LettuceConnectionFactory factory = Connections.to(endpoints, port);
        factories.add(factory);
        return factory;
    }
}
