package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CommandCounterTest {

    private static final String SCRIPT =
            "redis.call('set', KEYS[1], '1') redis.call('pexpire', KEYS[1], 1000) return 1";

    private static RedisServer server;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @Test
    void whenScriptsRunShouldSeparateTheirCallsFromWhatTheyDo() {
        String sha = String.valueOf(server.command("script", "load", SCRIPT));
        CommandCounter counter = CommandCounter.of(server);

        server.command("eval", SCRIPT, "1", "one");
        server.command("evalsha", sha, "1", "one");
        server.command("evalsha", sha, "1", "two");

        assertThat(counter.calls("evalsha")).isEqualTo(2);
        assertThat(counter.scriptCalls()).isEqualTo(3);
        assertThat(counter.calls("pexpire")).isEqualTo(3);
        assertThat(counter.insideScripts()).isEqualTo(6);
    }

    @Test
    void whenClientsKeepTheirBooksShouldNotCountThatAsScripts() {
        CommandCounter counter = CommandCounter.of(server);

        server.command("ping");
        server.command("client", "id");
        server.command("script", "exists", "none");

        assertThat(counter.scriptCalls()).isZero();
        assertThat(counter.insideScripts()).isZero();
        assertThat(counter.calls("ping")).isEqualTo(1);
        assertThat(counter.calls("client")).isEqualTo(1);
    }

    @Test
    void whenResetShouldStartFromZero() {
        CommandCounter counter = CommandCounter.of(server);
        server.command("eval", SCRIPT, "1", "key");

        counter.reset();

        assertThat(counter.scriptCalls()).isZero();
        assertThat(counter.insideScripts()).isZero();
        assertThat(counter.calls("eval")).isZero();
    }
}
