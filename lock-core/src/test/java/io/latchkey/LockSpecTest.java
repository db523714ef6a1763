package io.latchkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.memory.InMemoryLocks;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class LockSpecTest {

    @Test
    void whenOnlyNamedShouldLeaveTheTimesOpen() {
        LockSpec spec = LockSpec.of("order:42");

        assertThat(spec).isEqualTo(new LockSpec(List.of("order:42"), false, null, null));
    }

    @Test
    void whenToldMoreShouldBeANewSpecThatKeepsTheRest() {
        LockSpec plain = LockSpec.of("order:42");

        LockSpec waiting = plain.waitUpTo(Duration.ofSeconds(2));
        LockSpec full = waiting.leaseFor(Duration.ofSeconds(10));

        assertThat(plain.waitTime()).isNull();
        assertThat(waiting.leaseTime()).isNull();
        assertThat(full)
                .isEqualTo(new LockSpec(List.of("order:42"), false, Duration.ofSeconds(2), Duration.ofSeconds(10)));
        assertThat(full.waitUpTo(Duration.ZERO))
                .isEqualTo(full.leaseFor(Duration.ofSeconds(10)).waitUpTo(Duration.ZERO));
    }

    @Test
    void whenSeveralAreNamedShouldDescribeAMultiLock() {
        try (InMemoryLocks locks = InMemoryLocks.create()) {
            NamedLock multi = LockSpec.of("stock:b", "stock:a").from(locks);

            assertThat(multi).isEqualTo(locks.multi(locks.reentrant("stock:a"), locks.reentrant("stock:b")));
            assertThat(LockSpec.of(Set.of("stock:a")).from(locks)).isEqualTo(locks.reentrant("stock:a"));
            assertThat(LockSpec.of("stock:a", "stock:b").fair().from(locks))
                    .isEqualTo(locks.multi(locks.fair("stock:a"), locks.fair("stock:b")));
        }
    }

    @Test
    void whenNoneIsNamedShouldSaySo() {
        assertThatThrownBy(() -> LockSpec.of(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a lock needs at least one name, was given none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\n\t"})
    void whenANameIsBlankShouldSaySoInOneLine(String name) {
        String shown = name.replace("\n", "\\u000a").replace("\t", "\\u0009");

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> LockSpec.of(name), () -> LockSpec.of("order:42", name), () -> LockSpec.of(List.of(name)))) {
            assertThatThrownBy(call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a lock's name must not be blank, was \"" + shown + "\"");
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void whenANameIsNullShouldSaySo() {
        assertThatThrownBy(() -> LockSpec.of((String) null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a lock's name must not be null");
    }

    @Test
    void whenTheWaitIsNegativeShouldSaySo() {
        assertThatThrownBy(() -> LockSpec.of("order:42").waitUpTo(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("waitTime must be zero or positive, was PT-0.001S");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5})
    void whenTheLeaseIsNotPositiveShouldSaySo(long seconds) {
        Duration leaseTime = Duration.ofSeconds(seconds);

        assertThatThrownBy(() -> LockSpec.of("order:42").leaseFor(leaseTime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("leaseTime must be positive, was " + leaseTime);
    }
}
