package io.latchkey.sample.redis;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says how to get a Redis when the sample's own does not start. */
final class EmbeddedRedisFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedRedisException> {

    private static final String ACTION = """
            Do one of these:
              - install Redis, so that redis-server is on the PATH;
              - name a Redis that runs, as in -Dspring-boot.run.arguments=--spring.data.redis.url=redis://localhost:6379;
              - on Linux, install libssl 3, which the server inside the sample needs.""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedRedisException cause) {
        return new FailureAnalysis(cause.getMessage(), ACTION, cause);
    }
}
