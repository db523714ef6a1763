package io.latchkey.sample.redis;

import io.latchkey.LockBackendException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Says what to do when Redis does not answer at the start: the one that the user has named, or the sample's own. */
final class RedisFailureAnalyzer extends AbstractFailureAnalyzer<LockBackendException> {

    private static final String NAMED = """
            Do one of these:
              - start that Redis, or correct spring.data.redis.*;
              - leave spring.data.redis.* out, and the sample starts a Redis of its own.""";

    private static final String OWN = """
            None was named, so this is the one that was started for the sample. Do one of these:
              - start the sample again;
              - name a Redis that runs, as in -Dspring-boot.run.arguments=--spring.data.redis.url=redis://localhost:6379.""";

    private final Environment environment;

    RedisFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LockBackendException cause) {
        return new FailureAnalysis(
                "The sample needs Redis. " + cause.getMessage(),
                OnNoRedisNamed.matches(environment) ? OWN : NAMED,
                cause);
    }
}
