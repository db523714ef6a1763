package io.latchkey.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class RedisKeysTest {

    private final RedisKeys keys = new RedisKeys("latchkey:");

    static List<String> names() {
        return List.of(
                "order:42",
                "{",
                "}",
                "}{",
                "{}",
                "a}b",
                "a}",
                "a}:line",
                "a",
                "a:line",
                "}a",
                "%7Da",
                "%7D",
                "%257D",
                "%",
                "%%",
                "%25",
                "%sha256:00",
                " ",
                "a b",
                "line\nnul\0",
                "*?[]",
                "锁",
                "\uD83D\uDD12",
                "x".repeat(512),
                "x".repeat(513),
                "x".repeat(514),
                "锁".repeat(170),
                "锁".repeat(171),
                "x".repeat(1 << 20));
    }

    @Test
    void whenTheNameIsPlainShouldStandBetweenBraces() {
        assertThat(List.of(keys.all(id("order:42"))))
                .extracting(key -> new String(key, UTF_8))
                .containsExactly("latchkey:{order:42}", "latchkey:{order:42}:line", "latchkey:{order:42}:guard");
        assertThat(keys.lock(id("order:42"))).isEqualTo(keys.all(id("order:42"))[0]);
    }

    @ParameterizedTest
    @CsvSource({"}a, latchkey:{%7Da}", "%7Da, latchkey:{%257Da}", "a}b, latchkey:{a}b}", "{, latchkey:{{}"})
    void whenTheNameWouldMakeAnEmptyTagShouldBeEscaped(String name, String key) {
        assertThat(new String(keys.lock(id(name)), UTF_8)).isEqualTo(key);
    }

    @Test
    void whenNamesDifferNoKeyShouldBeShared() {
        Map<String, String> nameByKey = new HashMap<>();

        for (String name : names()) {
            for (byte[] key : keys.all(id(name))) {
                assertThat(nameByKey.put(new String(key, UTF_8), name))
                        .as("key of %s", name)
                        .isNull();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void whenOnAClusterAllKeysOfALockShouldShareATagThatIsNotEmpty(String name) {
        List<String> tags = Stream.of(keys.all(id(name)))
                .map(key -> hashTag(new String(key, UTF_8)))
                .distinct()
                .toList();

        assertThat(tags).singleElement().asString().isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void whenAMessageNamesALockShouldBeReadBack(String name) {
        String message = "reentrant " + new String(keys.lock(id(name)), UTF_8);

        if (name.getBytes(UTF_8).length > 512) {
            assertThat(keys.fromMessage(message.getBytes(UTF_8))).isEmpty();
        } else {
            assertThat(keys.fromMessage(message.getBytes(UTF_8))).contains(id(name));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "reentrant",
                "reentrant other:{order:42}",
                "reentrant latchkey:{order:42",
                "unheard-of latchkey:{order:42}",
                "latchkey:{order:42}"
            })
    void whenAMessageMakesNoSenseShouldNameNoLock(String message) {
        assertThat(keys.fromMessage(message.getBytes(UTF_8))).isEmpty();
    }

    @Test
    void whenANameIsVeryLongShouldBecomeItsDigest() {
        assertThat(new String(keys.lock(id("x".repeat(513))), UTF_8)).matches("latchkey:\\{%sha256:[0-9a-f]{64}}");
    }

    @Test
    void whenAProcessListensShouldHaveAChannelOfItsOwn() {
        assertThat(new String(keys.channel("p1"), UTF_8)).isEqualTo("latchkey:wake:p1");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a{b", "a}b:"})
    void whenThePrefixWouldBreakTheTagShouldSaySo(String prefix) {
        assertThatThrownBy(() -> new RedisKeys(prefix))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("keyPrefix must be text without braces, as in \"latchkey:\", was \"" + prefix + "\"");
    }

    /** As the cluster specification has it: what stands between the first opening brace and the next closing one. */
    private static String hashTag(String key) {
        int open = key.indexOf('{');
        return key.substring(open + 1, key.indexOf('}', open + 1));
    }

    private static LockId id(String name) {
        return new LockId(LockKind.REENTRANT, name.isBlank() ? "blank" + name : name);
    }
}
