package io.latchkey.spring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to add when there is no connection to Redis. */
final class MissingConnectionFactoryFailureAnalyzer extends AbstractFailureAnalyzer<MissingConnectionFactoryException> {

    private static final String ACTION = """
            Do one of these:
              - add the dependency org.springframework.boot:spring-boot-starter-data-redis and point \
            spring.data.redis.url at your Redis (if it is there, its auto-configuration is excluded);
              - declare a RedisConnectionFactory bean, a LettuceConnectionFactory;
              - set latchkey.backend=in-memory for locks inside this one process;
              - set latchkey.enabled=false to do without locks.""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MissingConnectionFactoryException cause) {
        return new FailureAnalysis(
                "Latchkey keeps its locks in Redis, and this application has no RedisConnectionFactory bean.",
                ACTION,
                cause);
    }
}
