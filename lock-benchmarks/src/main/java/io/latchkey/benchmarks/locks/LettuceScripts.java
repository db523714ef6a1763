package io.latchkey.benchmarks.locks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

/** Scripts through Lettuce's own asynchronous commands on one connection, loaded before. */
final class LettuceScripts implements FloorScripts {

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final String leaseMillis;
    private final String acquire;
    private final String release;
    private final String releaseAndTell;
    private final String acquireAll;
    private final String releaseAll;
    private final boolean guarded;

    private LettuceScripts(RedisClient client, Duration leaseTime, boolean guarded) {
        this.client = client;
        this.connection = client.connect();
        this.leaseMillis = Long.toString(leaseTime.toMillis());
        this.acquire = connection.sync().scriptLoad(guarded ? ACQUIRE_WITH_TOKEN : ACQUIRE);
        this.release = connection.sync().scriptLoad(guarded ? RELEASE_WITH_TOKEN : RELEASE);
        this.releaseAndTell = connection.sync().scriptLoad(RELEASE_AND_TELL);
        this.acquireAll = connection.sync().scriptLoad(ACQUIRE_ALL);
        this.releaseAll = connection.sync().scriptLoad(RELEASE_ALL);
        this.guarded = guarded;
    }

    static LettuceScripts bare(String url, Duration leaseTime) {
        return new LettuceScripts(RedisClient.create(url), leaseTime, false);
    }

    /** On threads that others use too, and close. */
    static LettuceScripts bare(String url, Duration leaseTime, ClientResources threads) {
        return new LettuceScripts(RedisClient.create(threads, url), leaseTime, false);
    }

    static LettuceScripts withTokens(String url, Duration leaseTime) {
        return new LettuceScripts(RedisClient.create(url), leaseTime, true);
    }

    @Override
    public boolean acquire(String key, String owner) {
        return isOne(acquireLater(key, owner));
    }

    @Override
    public boolean release(String key, String owner) {
        return isOne(releaseLater(key, owner));
    }

    @Override
    public boolean releaseAndTell(String key, String owner) {
        return isOne(send(releaseAndTell, key, owner));
    }

    RedisFuture<Long> acquireLater(String key, String owner) {
        return send(acquire, key, owner, leaseMillis);
    }

    RedisFuture<Long> releaseLater(String key, String owner) {
        return send(release, key, owner);
    }

    /** Several names in one script. */
    BenchLock all(List<String> names) {
        String[] keys = names.toArray(String[]::new);
        String owner = UUID.randomUUID().toString();
        return BenchLock.of(
                () -> require(run(acquireAll, keys, owner, leaseMillis)), () -> require(run(releaseAll, keys, owner)));
    }

    @Override
    public void close() {
        client.shutdown();
    }

    private RedisFuture<Long> send(String script, String key, String... arguments) {
        return run(script, guarded ? new String[] {key, key + ":guard"} : new String[] {key}, arguments);
    }

    private RedisFuture<Long> run(String script, String[] keys, String... arguments) {
        return connection.async().evalsha(script, ScriptOutputType.INTEGER, keys, arguments);
    }

    private static void require(RedisFuture<Long> reply) {
        if (!isOne(reply)) {
            throw new IllegalStateException("somebody else had one of the locks");
        }
    }

    private static boolean isOne(RedisFuture<Long> reply) {
        try {
            return reply.get() == 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for Redis", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
