package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespReadersTest {

    private static final String SCRIPT = "return 1";
    private static final String SHA = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";

    @Test
    void whenCommandsFollowEachOtherShouldCutThemApart() throws IOException {
        String set = "*3\r\n$3\r\nset\r\n$1\r\nk\r\n$4\r\na\r\nb\r\n";
        String ping = "*1\r\n$4\r\nPING\r\n";
        CommandReader reader = new CommandReader(stream(set + ping));

        assertThat(reader.next()).contains(new Command("SET", List.of("k", "a\r\nb")));
        assertThat(text(reader.bytes())).isEqualTo(set);
        assertThat(reader.next()).contains(new Command("PING", List.of()));
        assertThat(text(reader.bytes())).isEqualTo(ping);
        assertThatExceptionOfType(EOFException.class).isThrownBy(reader::next);
    }

    @Test
    void whenCommandIsInlineShouldSplitItsWords() throws IOException {
        CommandReader reader = new CommandReader(stream("\r\nset  key value\r\n"));

        assertThat(reader.next()).isEmpty();
        assertThat(reader.next()).contains(new Command("SET", List.of("key", "value")));
        assertThat(text(reader.bytes())).isEqualTo("\r\nset  key value\r\n");
    }

    @Test
    void whenCommandIsNotRespShouldSaySo() {
        CommandReader reader = new CommandReader(stream("*x\r\n"));

        assertThatExceptionOfType(IOException.class).isThrownBy(reader::next).withMessage("not RESP: *x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+OK\r\n",
                "-ERR no\r\n",
                ":42\r\n",
                "$-1\r\n",
                "$0\r\n\r\n",
                "$4\r\na\r\nb\r\n",
                "*-1\r\n",
                "*0\r\n",
                "*2\r\n$1\r\na\r\n*2\r\n:1\r\n$-1\r\n",
                "_\r\n",
                "#t\r\n",
                ",1.5\r\n",
                "(123456789012345678901234567890\r\n",
                "=7\r\ntxt:abc\r\n",
                "!5\r\nERR x\r\n",
                "%2\r\n+a\r\n:1\r\n+b\r\n*1\r\n:2\r\n",
                "~2\r\n:1\r\n:2\r\n",
                "|1\r\n+ttl\r\n:3\r\n:42\r\n",
                ">3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\nm\r\n"
            })
    void whenReplyIsReadShouldEndWhereItEnds(String reply) throws IOException {
        ReplyReader reader = new ReplyReader(stream(reply + "+NEXT\r\n"));

        reader.next();
        String first = text(reader.bytes());

        assertThat(first).isEqualTo(reply);
        assertThat(reader.next()).isEqualTo(new ReplyReader.Reply('+', "NEXT"));
    }

    @Test
    void whenReplyIsAPushShouldTellItsKind() throws IOException {
        ReplyReader reader = new ReplyReader(stream(">3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n"));

        assertThat(reader.next()).isEqualTo(new ReplyReader.Reply('>', "subscribe"));
    }

    @Test
    void whenCommandCallsAScriptShouldTellItsDigest() {
        Command byText = new Command("eval", List.of(SCRIPT, "0"));
        Command byDigest = new Command("evalsha", List.of(SHA, "0"));

        assertThat(byText.sha()).contains(SHA);
        assertThat(byDigest.sha()).contains(SHA);
        assertThat(new Command("get", List.of("key")).sha()).isEmpty();
        assertThat(List.of(byText, byDigest)).allMatch(Command.script(SHA)).noneMatch(Command.named("get", "EVALX"));
        assertThat(byText).matches(Command.named("get", "Eval"));
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
