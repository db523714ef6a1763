package io.latchkey.redis;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Where a connection factory leads, as far as it says; never with credentials. */
final class RedisAddress {

    private static final String USUAL = "127.0.0.1:6379";

    private RedisAddress() {}

    /** Host and port of a single server. Databases of one server are not told apart. */
    static Optional<String> of(RedisConnectionFactory factory) {
        if (!(factory instanceof LettuceConnectionFactory lettuce)
                || lettuce.getSentinelConfiguration() != null
                || lettuce.getClusterConfiguration() != null) {
            return Optional.empty();
        }
        String host = lettuce.getHostName().toLowerCase(Locale.ROOT);
        return Optional.of((host.equals("localhost") ? "127.0.0.1" : host) + ":" + lettuce.getPort());
    }

    /** The same for all processes that are configured alike, though it may be the same for two places. */
    static String place(RedisConnectionFactory factory) {
        return of(factory).or(() -> sentinel(factory)).orElse("redis");
    }

    /** Equal for factories that surely lead to the same data; two that do may still differ. */
    static Object data(RedisConnectionFactory factory) {
        if (!(factory instanceof LettuceConnectionFactory lettuce)) {
            return factory;
        }
        RedisClusterConfiguration cluster = lettuce.getClusterConfiguration();
        if (cluster != null) {
            return Set.copyOf(cluster.getClusterNodes());
        }
        RedisSentinelConfiguration sentinels = lettuce.getSentinelConfiguration();
        if (sentinels != null) {
            return List.of(place(factory), Set.copyOf(sentinels.getSentinels()), lettuce.getDatabase());
        }
        String address = of(factory).orElse(USUAL);
        // A factory without a single address, as one for a socket, says that it has the usual one.
        return address.equals(USUAL) ? factory : List.of(address, lettuce.getDatabase());
    }

    private static Optional<String> sentinel(RedisConnectionFactory factory) {
        return Optional.of(factory)
                .filter(LettuceConnectionFactory.class::isInstance)
                .map(lettuce -> ((LettuceConnectionFactory) lettuce).getSentinelConfiguration())
                .map(RedisSentinelConfiguration::getMaster)
                .map(master -> String.valueOf(master.getName()));
    }
}
