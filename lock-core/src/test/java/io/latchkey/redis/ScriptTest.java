package io.latchkey.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockKind;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class ScriptTest {

    static Stream<Script> scripts() {
        return Stream.of(LockKind.values()).flatMap(kind -> KindScripts.of(kind).all().stream());
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void whenReadShouldStandAlone(Script script) throws Exception {
        String source = text(script);

        assertThat(source)
                .doesNotContain("--@include", "--@script")
                .startsWith("-- ")
                .contains("-- KEYS ", "-- Reply ");
        assertThat(script.digest())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-1").digest(script.source())));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void whenReadShouldOnlyNameKeysItWasGiven(Script script) {
        assertThat(text(script).lines().filter(line -> line.contains("redis.call") || line.contains("redis.pcall")))
                .noneMatch(line -> line.contains("latchkey"));
    }

    @Test
    void whenAScriptIncludesOthersShouldContainThem() {
        assertThat(text(new ScriptReader().read("reentrant", "acquire")))
                .contains("local function holder_of", "token = time[1]", "local function join_line");
    }

    @Test
    void whenEngineAndScriptsReserveTokensShouldAgreeHowMany() {
        assertThat(text(new ScriptReader().read("reentrant", "pass")))
                .contains("local TOKENS_PER_RUN = " + LockBackend.TOKENS_PER_RUN + "\n");
    }

    @Test
    void whenAKindHasScriptsTheirNamesShouldBeKindAndVerb() {
        assertThat(KindScripts.of(LockKind.REENTRANT).all())
                .extracting(Script::name)
                .containsExactlyElementsOf(List.of(
                        "reentrant/acquire",
                        "reentrant/pass",
                        "reentrant/renew",
                        "reentrant/release",
                        "reentrant/abandon",
                        "reentrant/force",
                        "reentrant/look",
                        "reentrant/acquireall",
                        "reentrant/releaseall",
                        "reentrant/each"));
    }

    @Test
    void whenAScriptIsMissingShouldNameIt() {
        assertThatThrownBy(() -> new ScriptReader().read("reentrant", "dance"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("script /io/latchkey/lua/reentrant/dance.lua is missing from the class path");
    }

    private static String text(Script script) {
        return new String(script.source(), UTF_8);
    }
}
