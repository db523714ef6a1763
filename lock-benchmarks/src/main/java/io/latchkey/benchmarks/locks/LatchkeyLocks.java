package io.latchkey.benchmarks.locks;

import io.latchkey.NamedLock;
import io.latchkey.redis.RedisLocks;
import java.time.Duration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Latchkey with its defaults, but for the lease time. */
final class LatchkeyLocks implements LockClient {

    private final LettuceConnectionFactory factory;
    private final Duration leaseTime;
    private final RedisLocks locks;

    LatchkeyLocks(Endpoints endpoints, Duration leaseTime) {
        this.factory = Connections.to(endpoints);
        this.leaseTime = leaseTime;
        this.locks = RedisLocks.builder(factory).leaseTime(leaseTime).build();
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        return switch (kind) {
            case REENTRANT, RENEWED -> BenchLock.of(locks.reentrant(name));
            case FIXED -> fixed(locks.reentrant(name));
            case FAIR -> BenchLock.of(locks.fair(name));
            case SINGLES ->
                BenchLock.inOrder(LockClient.members(name).stream()
                        .map(member -> BenchLock.of(locks.reentrant(member)))
                        .toList());
            case RED, MULTI, GROUP -> throw LockClient.unsupported(kind);
        };
    }

    @Override
    public boolean unlocksByName() {
        return true;
    }

    @Override
    public void close() {
        locks.close();
        factory.destroy();
    }

    private BenchLock fixed(NamedLock lock) {
        return BenchLock.of(() -> lock.lock(leaseTime), lock::unlock);
    }
}
