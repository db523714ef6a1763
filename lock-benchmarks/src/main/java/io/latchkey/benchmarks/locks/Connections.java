package io.latchkey.benchmarks.locks;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Spring connection factories as Spring Boot makes them: one shared connection, nothing set. */
final class Connections {

    private Connections() {}

    static LettuceConnectionFactory to(Endpoints endpoints) {
        return to(endpoints, endpoints.redisPort());
    }

    static LettuceConnectionFactory to(Endpoints endpoints, int port) {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(endpoints.redisHost(), port);
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
