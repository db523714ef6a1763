package io.latchkey.benchmarks.locks;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Spring Integration's registry: as it is, without renewal, but where locks are to be renewed; that takes a scheduler,
 * and costs a command with every acquisition. It has room for as many locks as are held.
 */
final class SpringIntegrationLocks implements LockClient {

    private static final int ROOM = 1_000_000;

    private final LettuceConnectionFactory factory;
    private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
    private final Map<Kind, RedisLockRegistry> registries = new EnumMap<>(Kind.class);

    private SpringIntegrationLocks(Endpoints endpoints, Duration leaseTime, RedisLockType type) {
        factory = Connections.to(endpoints);
        scheduler.setDaemon(true);
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.initialize();
        RedisLockRegistry renewed = registry("renewed", leaseTime, type);
        renewed.setRenewalTaskScheduler(scheduler);
        RedisLockRegistry plain = registry("plain", leaseTime, type);
        registries.put(Kind.RENEWED, renewed);
        registries.put(Kind.REENTRANT, plain);
        registries.put(Kind.FIXED, plain);
    }

    static SpringIntegrationLocks spinning(Endpoints endpoints, Duration leaseTime) {
        return new SpringIntegrationLocks(endpoints, leaseTime, RedisLockType.SPIN_LOCK);
    }

    static SpringIntegrationLocks listening(Endpoints endpoints, Duration leaseTime) {
        return new SpringIntegrationLocks(endpoints, leaseTime, RedisLockType.PUB_SUB_LOCK);
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        RedisLockRegistry registry = registries.get(kind);
        if (registry == null) {
            throw LockClient.unsupported(kind);
        }
        return BenchLock.of(registry.obtain(name));
    }

    @Override
    public boolean unlocksByName() {
        return true;
    }

    @Override
    public void close() {
        registries.values().forEach(RedisLockRegistry::destroy);
        scheduler.destroy();
        factory.destroy();
    }

    private RedisLockRegistry registry(String key, Duration leaseTime, RedisLockType type) {
        RedisLockRegistry registry = new RedisLockRegistry(factory, "integration-" + key, leaseTime);
        registry.setRedisLockType(type);
        registry.setCacheCapacity(ROOM);
        return registry;
    }
}
