package io.latchkey.faults;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.redis.RedisLocks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Locks as one process of an application has them: connections of their own, and an ear for what becomes of them. */
final class LockProcess implements LockListener, AutoCloseable {

    private final LettuceConnectionFactory factory;
    private final RedisLocks locks;
    private final AtomicInteger acquired = new AtomicInteger();
    private final AtomicInteger released = new AtomicInteger();
    private final List<Lease> lost = new CopyOnWriteArrayList<>();
    private final List<Throwable> failedRenewals = new CopyOnWriteArrayList<>();

    LockProcess(RedisConfiguration redis, Consumer<RedisLocks.Builder> settings) {
        this(redis, LettuceClientConfiguration.builder(), settings);
    }

    LockProcess(
            RedisConfiguration redis, LettuceClientConfigurationBuilder client, Consumer<RedisLocks.Builder> settings) {
        factory = new LettuceConnectionFactory(
                redis, client.shutdownTimeout(Duration.ZERO).build());
        factory.afterPropertiesSet();
        factory.start();
        RedisLocks.Builder builder = RedisLocks.builder(factory).listener(this);
        settings.accept(builder);
        locks = builder.build();
    }

    Locks locks() {
        return locks;
    }

    NamedLock lock(String name) {
        return locks.reentrant(name);
    }

    int acquisitions() {
        return acquired.get();
    }

    int releases() {
        return released.get();
    }

    List<Lease> losses() {
        return List.copyOf(lost);
    }

    List<Throwable> failedRenewals() {
        return List.copyOf(failedRenewals);
    }

    /** Ends all connections and makes new ones, as a paused application does. */
    void restartConnections() {
        factory.stop();
        factory.start();
    }

    @Override
    public void acquired(Lease lease, Duration waited) {
        acquired.incrementAndGet();
    }

    @Override
    public void released(Lease lease, Duration held) {
        released.incrementAndGet();
    }

    @Override
    public void lost(Lease lease) {
        lost.add(lease);
    }

    @Override
    public void renewalFailed(Lease lease, Throwable cause) {
        failedRenewals.add(cause);
    }

    /** Closes the locks but not the connections. */
    void closeLocks() {
        locks.close();
    }

    @Override
    public void close() {
        locks.close();
        factory.destroy();
    }
}
