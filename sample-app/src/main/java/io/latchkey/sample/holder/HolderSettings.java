package io.latchkey.sample.holder;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What the holder has to know. It travels through a pipe, so that passwords show up in no list of processes. */
record HolderSettings(
        String redisHost,
        int redisPort,
        int redisDatabase,
        @Nullable String redisUser,
        @Nullable String redisPassword,
        boolean tls,
        String keyPrefix,
        Duration leaseTime,
        String databaseUrl,
        String databaseUser,
        String databasePassword) {

    LettuceConnectionFactory connectionFactory() {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(redisHost, redisPort);
        server.setDatabase(redisDatabase);
        server.setUsername(redisUser);
        server.setPassword(redisPassword);
        LettuceClientConfiguration.LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder();
        if (tls) {
            client.useSsl();
        }
        LettuceConnectionFactory factory = new LettuceConnectionFactory(server, client.build());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
