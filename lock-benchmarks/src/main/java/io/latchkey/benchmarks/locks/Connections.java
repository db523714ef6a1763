package io.latchkey.benchmarks.locks;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Spring connection factories as Spring Boot makes them: one shared connection, nothing set. */
final class Connections {

    private Connections() {}

    static LettuceConnectionFactory to(Endpoints endpoints) {
        LettuceConnectionFactory factory = new LettuceConnectionFactory(endpoints.redisHost(), endpoints.redisPort());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
