package io.latchkey.benchmarks.locks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** What wakes the waiters of a floor: one subscription per process and lock, and one thread woken per message. */
final class FloorSignals implements AutoCloseable {

    private final RedisClient client;
    private final StatefulRedisPubSubConnection<String, String> connection;
    private final Map<String, Semaphore> signals = new ConcurrentHashMap<>();

    FloorSignals(Endpoints endpoints) {
        client = RedisClient.create(endpoints.redisUrl(endpoints.redisPort()));
        connection = client.connectPubSub();
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
                wakeOne(channel);
            }
        });
    }

    Semaphore of(String key) {
        return signals.computeIfAbsent(key, this::subscribe);
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private Semaphore subscribe(String key) {
        connection.sync().subscribe(key);
        return new Semaphore(0);
    }

    private void wakeOne(String key) {
        Semaphore signal = signals.get(key);
        if (signal != null && signal.availablePermits() == 0) {
            signal.release();
        }
    }
}
