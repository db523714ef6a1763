package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Collections;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class RedisLocksBuilderTest {

    private final RedisLocks.Builder builder =
            RedisLocks.builder(new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1)));

    @Test
    @SuppressWarnings("NullAway")
    void whenSomethingIsNullShouldNameIt() {
        assertNamed("connectionFactory", () -> RedisLocks.builder(null));
        assertNamed("keyPrefix", () -> builder.keyPrefix(null).build());
        builder.keyPrefix("latchkey:");
        assertNamed("leaseTime", () -> builder.leaseTime(null).build());
        builder.leaseTime(Duration.ofSeconds(30));
        assertNamed("commandTimeout", () -> builder.commandTimeout(null).build());
        builder.commandTimeout(Duration.ofSeconds(2));
        assertNamed("fairWaiterTimeout", () -> builder.fairWaiterTimeout(null).build());
        assertNamed("redLockNodes", () -> builder.redLockNodes(null));
        assertNamed("redLockNodes", () -> builder.redLockNodes(Collections.singletonList(null)));
        assertNamed("replicaTimeout", () -> builder.replicas(1, null));
        assertNamed("listener", () -> builder.listener(null));
        assertNamed("ticker", () -> builder.ticker(null));
        assertNamed("scheduler", () -> builder.scheduler(null));
    }

    private static void assertNamed(String argument, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(argument + " must");
    }
}
