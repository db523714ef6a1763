package io.latchkey.contract;

import io.latchkey.testkit.RedisServer;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Connection factories of processes that share nothing but their I/O threads. */
final class Connections implements AutoCloseable {

    private final RedisConfiguration redis;
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
        threads.shutdown(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
