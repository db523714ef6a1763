package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spi.BackendFailure;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class RedisFailuresTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LOADING Redis is loading the dataset in memory",
                "READONLY You can't write against a read only replica.",
                "MASTERDOWN Link with MASTER is down",
                "NOREPLICAS Not enough good replicas to write.",
                "TRYAGAIN Multiple keys request during rehashing of slot",
                "CLUSTERDOWN Hash slot not served",
                "BUSY Redis is busy running a script.",
                "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write"
            })
    void whenRedisRefusesForNowShouldBeWorthAnotherTry(String message) {
        BackendFailure failure = RedisFailures.of(new RedisCommandExecutionException(message));

        assertThat(failure.retryable()).isTrue();
        assertThat(failure.ambiguous()).isFalse();
        assertThat(failure).hasMessage("Redis refused: " + message);
    }

    @Test
    void whenRedisRefusesForGoodShouldSayWhatToDo() {
        assertThat(refusal("WRONGTYPE the key x holds a string, not a lock"))
                .hasMessageEndingWith("; remove that key, or choose another key prefix");
        assertThat(refusal("NOPERM this user has no permissions to run the 'evalsha' command"))
                .hasMessageContaining("; grant the user what ");
        assertThat(refusal("OOM command not allowed when used memory > 'maxmemory'."))
                .hasMessageEndingWith("; Redis is full: raise maxmemory");
        assertThat(refusal("NOAUTH Authentication required."))
                .hasMessage("Redis refused: NOAUTH Authentication required.");
    }

    @Test
    void whenTheConnectionFailsNothingShouldBeKnown() {
        BackendFailure failure = RedisFailures.of(new CompletionException(new RedisException("Connection reset")));

        assertThat(failure.ambiguous()).isTrue();
        assertThat(failure.retryable()).isTrue();
        assertThat(failure).hasMessage("the connection to Redis failed (Connection reset)");
    }

    private static BackendFailure refusal(String message) {
        BackendFailure failure = RedisFailures.of(new RedisCommandExecutionException(message));
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.ambiguous()).isFalse();
        return failure;
    }
}
