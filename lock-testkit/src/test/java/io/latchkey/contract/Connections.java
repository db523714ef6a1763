package io.latchkey.contract;

import io.latchkey.testkit.RedisServer;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Connection factories of processes that share nothing but their I/O threads. */
final class Connections implements AutoCloseable {

    /** For answers of servers that are all there: longer than any of them takes on a busy machine. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RedisConfiguration redis;
    private final Queue<LettuceConnectionFactory> idle = new ConcurrentLinkedQueue<>();
    private final ClientResources threads = DefaultClientResources.create();

    Connections(RedisServer server) {
        this(new RedisStandaloneConfiguration(server.host(), server.port()));
    }

    Connections(RedisConfiguration redis) {
        this.redis = redis;
    }

    LettuceConnectionFactory factory() {
        return factory(redis);
    }

    /** A factory that a process had before and has given back, or a new one: connecting takes longer than most tests. */
    LettuceConnectionFactory borrow() {
        LettuceConnectionFactory free = idle.poll();
        return free == null ? factory() : free;
    }

    void giveBack(LettuceConnectionFactory factory) {
        idle.add(factory);
    }

    /** To another place than the server. */
    LettuceConnectionFactory factory(String host, int port) {
        return factory(new RedisStandaloneConfiguration(host, port));
    }

    private LettuceConnectionFactory factory(RedisConfiguration to) {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(
                to,
                LettuceClientConfiguration.builder().clientResources(threads).build());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    @Override
    public void close() {
        idle.forEach(LettuceConnectionFactory::destroy);
        threads.shutdown(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
