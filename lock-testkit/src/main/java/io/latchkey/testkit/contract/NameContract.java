package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Any name is carried exactly as it is, or refused; no two become one. */
interface NameContract extends LockWorld {

    static Stream<String> oddNames() {
        return Stream.of(
                "{",
                "}",
                "}{",
                "{}",
                "a}b",
                "a{b}c",
                "}}}",
                "%7D",
                "%",
                "%sha256:00",
                " leading and trailing ",
                "two\nlines\r\n",
                "tab\tand nul\0inside",
                "*?[a-z]\\",
                "a:line",
                "a:guard",
                "ключ-锁-מפתח",
                "e\u0301 is not \u00e9",
                "\uD83D\uDD12 and \uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67",
                "'; DROP TABLE locks; --",
                "${name} #{name}",
                "x".repeat(171),
                "x".repeat(512),
                "x".repeat(513),
                "\u9501".repeat(171));
    }

    @ParameterizedTest
    @MethodSource("io.latchkey.testkit.contract.NameContract#oddNames")
    default void whenANameIsOddShouldCarryItAsItIs(String name) throws Exception {
        carry(name);
    }

    @Test
    default void whenANameIsAMegabyteLongShouldCarryIt() throws Exception {
        carry("long".repeat(256 * 1024));
    }

    /** Held and waited for, here and there, under exactly that name. */
    private void carry(String name) throws Exception {
        Lease held = here(name).acquire(Duration.ZERO);
        assertThat(held.name()).isEqualTo(name);
        assertThat(there(name).name()).isEqualTo(name);
        assertThat(there(name).isLocked()).isTrue();
        assertThat(there(name).tryLock()).isFalse();
        CompletableFuture<Lease> waiting = there(name).acquireAsync(LONG);
        assertThat(there(name).tryLock()).isFalse();

        held.release();

        waiting.get(30, SECONDS).release();
        assertThat(here(name).isLocked()).isFalse();
        awaitNothingLeft();
    }

    static Stream<Arguments> pairsThatMustNotCollide() {
        String tooLong = "x".repeat(600);
        return Stream.of(
                Arguments.of("}a", "%7Da"),
                Arguments.of("%7D", "}"),
                Arguments.of("%257D", "%7D"),
                Arguments.of("a", "a}"),
                Arguments.of("a", "a}:line"),
                Arguments.of("a", "a}:guard"),
                Arguments.of("a", "a "),
                Arguments.of("a", "A"),
                Arguments.of("a", "a\0"),
                Arguments.of("*", "a"),
                Arguments.of("\u00e9", "e\u0301"),
                Arguments.of("?", "\u9501"),
                Arguments.of(tooLong, tooLong + "y"),
                Arguments.of(tooLong, "%sha256:a23c62a4ea3f3ed0b6f2a7b4a9b6b3f3e9d5f0d6a9f1f8a7a1b2c3d4e5f60718"));
    }

    @ParameterizedTest
    @MethodSource("io.latchkey.testkit.contract.NameContract#pairsThatMustNotCollide")
    default void whenNamesAreAlikeShouldStillBeTwoLocks(String one, String other) throws Exception {
        List<Lease> held = new ArrayList<>();

        held.add(here(one).acquire(Duration.ZERO));
        held.add(there(other).acquire(Duration.ZERO));
        CompletableFuture<Lease> waitsForOne = there(one).acquireAsync(LONG);
        CompletableFuture<Lease> waitsForOther = here(other).acquireAsync(LONG);
        assertThat(here(one).isLocked()).isTrue();
        assertThat(here(other).isLocked()).isTrue();

        held.get(1).release();
        held.add(waitsForOther.get(30, SECONDS));
        assertThat(waitsForOne).isNotDone();
        held.get(0).release();
        held.add(waitsForOne.get(30, SECONDS));
        held.get(2).release();
        held.get(3).release();
        assertThat(here(one).isLocked()).isFalse();
        assertThat(here(other).isLocked()).isFalse();
    }

    @Test
    @SuppressWarnings("NullAway")
    default void whenTheNameIsNullShouldRefuseIt() {
        assertThatThrownBy(() -> here(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a lock's name must not be null");
    }

    static Stream<Arguments> badNames() {
        return Stream.of(
                Arguments.of("", "a lock's name must not be blank, was \"\""),
                Arguments.of("  ", "a lock's name must not be blank, was \"  \""),
                Arguments.of("\n\t", "a lock's name must not be blank, was \"\\u000a\\u0009\""),
                Arguments.of("\u2003", "a lock's name must not be blank, was \"\u2003\""),
                Arguments.of(
                        "a\uD83D",
                        "a lock's name must be well-formed text, was \"a\uD83D\", which has half a surrogate pair"),
                Arguments.of(
                        "\uDD12b",
                        "a lock's name must be well-formed text, was \"\uDD12b\", which has half a surrogate pair"));
    }

    @ParameterizedTest
    @MethodSource("io.latchkey.testkit.contract.NameContract#badNames")
    default void whenANameIsNoNameShouldRefuseIt(String name, String refusal) {
        assertThatThrownBy(() -> here(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(refusal);
    }

    @Test
    default void whenANameHasControlCharactersErrorsShouldShowThemEscaped() throws Exception {
        NamedLock lock = here("line one\nWARN forged \u202Eline");

        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageStartingWith("lock 'line one\\u000aWARN forged \\u202eline' is not held");
        assertThatThrownBy(lock::newCondition)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'line one\\u000aWARN forged \\u202eline'")
                .hasMessageEndingWith(" is distributed and has no conditions");
        assertThat(lock.toString()).doesNotContain("\n");
        Lease held = lock.acquire(Duration.ZERO);
        assertThat(held.toString()).doesNotContain("\n");
        held.release();
    }
}
