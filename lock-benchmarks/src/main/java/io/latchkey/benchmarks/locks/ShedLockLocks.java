package io.latchkey.benchmarks.locks;

import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** ShedLock's Redis provider, without renewal, as it is. It never waits. */
final class ShedLockLocks implements LockClient {

    private final LettuceConnectionFactory factory;
    private final Duration leaseTime;
    private final LockProvider provider;

    ShedLockLocks(Endpoints endpoints, Duration leaseTime) {
        this.factory = Connections.to(endpoints);
        this.leaseTime = leaseTime;
        this.provider = new RedisLockProvider(factory);
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        if (kind != Kind.REENTRANT && kind != Kind.FIXED) {
            throw LockClient.unsupported(kind);
        }
        return new Held(name);
    }

    @Override
    public void close() {
        factory.destroy();
    }

    private final class Held implements BenchLock {

        private final String name;
        private @Nullable SimpleLock held;

        Held(String name) {
            this.name = name;
        }

        @Override
        public void lock() {
            held = provider.lock(new LockConfiguration(Instant.now(), name, leaseTime, Duration.ZERO))
                    .orElseThrow(() -> new IllegalStateException("the lock is busy, and ShedLock does not wait"));
        }

        @Override
        public void unlock() {
            if (held != null) {
                held.unlock();
            }
        }
    }
}
