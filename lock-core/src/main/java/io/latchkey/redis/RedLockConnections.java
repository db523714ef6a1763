package io.latchkey.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connections to the servers of red locks, all served by one thread: what is asked of a red lock goes to every server at once,
 * and the answers come together, so several threads would only wake each other. For {@link RedisLocks.Builder#redLockNodes}.
 *
 * <p>To be closed after the locks.
 */
public final class RedLockConnections implements AutoCloseable {

    private final @Nullable OneThread thread;
    private final List<LettuceConnectionFactory> factories;

    private RedLockConnections(Collection<RedisURI> servers, @Nullable ClientResources shared) {
        OneThread one = servers.isEmpty() ? null : new OneThread(shared);
        this.thread = one;
        this.factories = one == null
                ? List.of()
                : servers.stream()
                        .map(server -> connect(server, one.resources()))
                        .toList();
    }

    /**
     * To these servers; none of them need be there yet.
     *
     * @throws IllegalArgumentException when the servers are null, or one of them is
     */
    public static RedLockConnections to(Collection<RedisURI> servers) {
        return to(servers, null);
    }

    /**
     * The same with the timer, the metrics and all else of Lettuce's that an application has already, which stays its own.
     *
     * @param shared null when there is nothing
     */
    public static RedLockConnections to(Collection<RedisURI> servers, @Nullable ClientResources shared) {
        if (servers == null || servers.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("servers must not be null, nor have null among them");
        }
        return new RedLockConnections(servers, shared);
    }

    private static LettuceConnectionFactory connect(RedisURI server, ClientResources resources) {
        LettuceClientConfiguration.LettuceClientConfigurationBuilder client =
                LettuceClientConfiguration.builder().clientResources(resources);
        client.apply(server);
        LettuceConnectionFactory factory =
                new LettuceConnectionFactory(LettuceConnectionFactory.createRedisConfiguration(server), client.build());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    /** One for each server, in their order. */
    public List<LettuceConnectionFactory> factories() {
        return factories;
    }

    @Override
    public void close() {
        factories.forEach(LettuceConnectionFactory::destroy);
        if (thread != null) {
            thread.close();
        }
    }
}
