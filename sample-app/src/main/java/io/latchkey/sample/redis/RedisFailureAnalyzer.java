package io.latchkey.sample.redis;

import io.latchkey.LockBackendException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when the Redis that the user has named does not answer at the start. */
final class RedisFailureAnalyzer extends AbstractFailureAnalyzer<LockBackendException> {

    private static final String ACTION = """
            Do one of these:
              - start that Redis, or correct spring.data.redis.*;
              - leave spring.data.redis.* out, and the sample starts a Redis of its own.""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LockBackendException cause) {
        return new FailureAnalysis("The sample needs Redis. " + cause.getMessage(), ACTION, cause);
    }
}
