package io.latchkey.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class LockIdTest {

    @Test
    void whenKindAndNameAreTheSameShouldBeEqual() {
        LockId id = new LockId(LockKind.REENTRANT, "order:42");

        assertThat(id)
                .isEqualTo(new LockId(LockKind.REENTRANT, new String("order:42")))
                .hasSameHashCodeAs(new LockId(LockKind.REENTRANT, "order:42"))
                .isNotEqualTo(new LockId(LockKind.REENTRANT, "order:43"));
    }

    @Test
    @SuppressWarnings("NullAway")
    void whenTheNameIsNullShouldSaySo() {
        assertThatThrownBy(() -> new LockId(LockKind.REENTRANT, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a lock's name must not be null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u3000"})
    void whenTheNameIsBlankShouldSaySo(String name) {
        assertThatThrownBy(() -> new LockId(LockKind.REENTRANT, name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a lock's name must not be blank, was \"" + Printable.of(name) + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "a\uD83D", "\uD83Da", "\uDD12", "\uDD12\uD83D", "\uD83D\uD83D\uDD12"})
    void whenTheNameHasHalfASurrogatePairShouldSaySo(String name) {
        assertThatThrownBy(() -> new LockId(LockKind.REENTRANT, name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a lock's name must be well-formed text, was \"")
                .hasMessageEndingWith("\", which has half a surrogate pair");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D\uDD12", "a\uD83D\uDD12\uD83D\uDD12b", "\0", "}{", " a "})
    void whenTheNameIsOddButWellFormedShouldTakeItAsItIs(String name) {
        assertThat(new LockId(LockKind.REENTRANT, name).name()).isEqualTo(name);
    }

    @Test
    void whenAKindIsLookedUpByItsLabelShouldBeFound() {
        for (LockKind kind : LockKind.values()) {
            assertThat(LockKind.labelled(kind.label())).contains(kind);
        }
        assertThat(LockKind.labelled("REENTRANT")).isEmpty();
        assertThat(LockKind.labelled("")).isEmpty();
    }
}
