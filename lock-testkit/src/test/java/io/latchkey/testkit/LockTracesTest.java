package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LockTracesTest {

    private static final String LOCK = "latchkey:{order}";

    private final RedisServer server = RedisServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void whenSomethingIsLeftShouldNameIt() {
        server.command("set", LOCK, "x", "px", "30000");
        server.command("set", LOCK + ":line", "x", "px", "15000");
        server.command("set", LOCK + ":guard", "x", "px", "5000");

        assertThat(LockTraces.keysAt(server)).containsExactlyInAnyOrder(LOCK, LOCK + ":line");
    }

    /** Who waited until nothing is left would see no difference to a line that was left in order. */
    @Test
    void whenALineIsAboutToEndByItselfShouldSaySo() {
        server.command("set", LOCK + ":fair:line", "x", "px", "9000");
        server.command("pexpire", LOCK + ":fair:line", "450");

        assertThatIllegalStateException()
                .isThrownBy(this::lookUntilGone)
                .withMessage("latchkey:{order}:fair:line was forgotten, and ends by itself");
    }

    private void lookUntilGone() {
        while (!LockTraces.keysAt(server).isEmpty()) {
            Thread.onSpinWait();
        }
    }
}
