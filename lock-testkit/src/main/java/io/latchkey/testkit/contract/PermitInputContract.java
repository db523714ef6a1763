package io.latchkey.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.NamedSemaphore;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, names and times of a semaphore: carried as they are, or refused with what was wrong. */
interface PermitInputContract extends SemaphoreWorld {

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    default void whenThereWouldBeNoPermitShouldRefuse(int permits) {
        String name = freshName();

        assertThatThrownBy(() -> here(name, permits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("permits must be at least 1, was " + permits);
        assertThatThrownBy(() -> here(name, 2).resize(permits))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("permits must be at least 1, was " + permits);
        assertThat(here(name, 2).availablePermits()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("io.latchkey.testkit.contract.NameContract#badNames")
    default void whenANameIsNoNameShouldRefuseIt(String name, String refusal) {
        assertThatThrownBy(() -> here(name, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(refusal);
    }

    @ParameterizedTest
    @MethodSource("io.latchkey.testkit.contract.NameContract#oddNames")
    default void whenANameIsOddShouldCarryItAsItIs(String name) throws Exception {
        Lease held = here(name, 1).acquire(Duration.ZERO);
        assertThat(there(name, 1).name()).isEqualTo(name);
        CompletableFuture<Lease> waiting = there(name, 1).acquireAsync(LONG);
        assertThat(here(name, 1).availablePermits()).isZero();

        held.release();

        waiting.get(30, TimeUnit.SECONDS).release();
        assertThat(here(name, 1).availablePermits()).isEqualTo(1);
    }

    @Test
    default void whenTimesMakeNoSenseShouldSaySo() {
        NamedSemaphore semaphore = here(freshName(), 1);

        assertThatThrownBy(() -> semaphore.acquire(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("waitTime must be zero or positive, was PT-1S");
        assertThatThrownBy(() -> semaphore.acquireAsync(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.acquire(LONG, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("leaseTime must be between 1ms and 3650 days, was PT0S");
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    default void whenASemaphoreAndALockHaveOneNameShouldNotMeet() throws Exception {
        String name = freshName();
        Lease permit = here(name, 1).acquire(Duration.ZERO);

        Lease lock = open(LONG).locks().reentrant(name).acquire(Duration.ZERO);

        permit.release();
        lock.release();
    }
}
