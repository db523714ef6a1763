package io.latchkey.benchmarks.locks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.RedissonRedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** Redisson with its defaults, but for the watchdog's time; strings need no codec of its own. */
final class RedissonLocks implements LockClient {

    private final Endpoints endpoints;
    private final Duration leaseTime;
    private final List<RedissonClient> clients = new ArrayList<>();

    RedissonLocks(Endpoints endpoints, Duration leaseTime) {
        this.endpoints = endpoints;
        this.leaseTime = leaseTime;
        clients.add(connect(endpoints.redisPort()));
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        RedissonClient redisson = clients.get(0);
        return switch (kind) {
            case REENTRANT, RENEWED -> BenchLock.of(redisson.getLock(name));
            case FIXED -> fixed(redisson.getLock(name));
            case FAIR -> BenchLock.of(redisson.getFairLock(name));
            case RED -> BenchLock.of(red(name));
            case MULTI -> BenchLock.of(redisson.getMultiLock(members(name)));
            case GROUP -> BenchLock.of(redisson.getMultiLock(name, List.copyOf(LockClient.members(name))));
            case SINGLES, ONE_SCRIPT, RED_ON_ONE_THREAD, JVM -> throw LockClient.unsupported(kind);
        };
    }

    @Override
    public boolean unlocksByName() {
        return true;
    }

    @Override
    public synchronized void close() {
        clients.forEach(RedissonClient::shutdown);
    }

    private BenchLock fixed(RLock lock) {
        return BenchLock.of(() -> lock.lock(leaseTime.toMillis(), TimeUnit.MILLISECONDS), lock::unlock);
    }

    private RLock[] members(String name) {
        return LockClient.members(name).stream().map(clients.get(0)::getLock).toArray(RLock[]::new);
    }

    @SuppressWarnings("deprecation") // Its own quorum lock, deprecated or not.
    private RLock red(String name) {
        return new RedissonRedLock(
                nodes().stream().map(node -> node.getLock(name)).toArray(RLock[]::new));
    }

    private synchronized List<RedissonClient> nodes() {
        for (int port : endpoints
                .redisPorts()
                .subList(clients.size(), endpoints.redisPorts().size())) {
            clients.add(connect(port));
        }
        return List.copyOf(clients);
    }

    private RedissonClient connect(int port) {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.setLockWatchdogTimeout(leaseTime.toMillis());
        config.useSingleServer().setAddress(endpoints.redisUrl(port));
        return Redisson.create(config);
    }
}
