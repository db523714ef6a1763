package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisCommandsTest {

    private static RedisServer server;

    @BeforeAll
    static void startServer() {
        server = RedisServer.start();
    }

    @AfterAll
    static void closeServer() {
        server.close();
    }

    @BeforeEach
    void empty() {
        server.command("flushall");
    }

    @Test
    void whenReplyIsTextOrNumberOrNothingShouldReturnIt() {
        assertThat(server.command("set", "key", "grüße")).isEqualTo("OK");
        assertThat(server.command("get", "key")).isEqualTo("grüße");
        assertThat(server.command("incr", "count")).isEqualTo(1L);
        assertThat(server.command("get", "none")).isNull();
    }

    @Test
    void whenReplyIsNestedShouldReturnLists() {
        Object reply = server.command("eval", "return {1, 'two', {3}}", "0");

        assertThat(reply).isEqualTo(List.of(1L, "two", List.of(3L)));
        assertThat(server.command("eval", "return {7}", "0")).isEqualTo(List.of(7L));
        assertThat(server.command("keys", "none")).isEqualTo(List.of());
    }

    @Test
    void whenReplyIsAnErrorShouldThrowItsWords() {
        assertThatThrownBy(() -> server.command("incr"))
                .isInstanceOf(RedisCommandExecutionException.class)
                .hasMessageContaining("wrong number of arguments");
    }

    @Test
    void whenKeysAreAskedForShouldBeSorted() {
        server.command("mset", "b", "1", "a", "1", "other:c", "1");

        assertThat(server.keys("*")).containsExactly("a", "b", "other:c");
        assertThat(server.keys("other:*")).containsExactly("other:c");
    }

    @Test
    void whenInfoIsAskedForShouldSplitFields() {
        assertThat(server.commands().info("server")).containsValue(server.version());
    }
}
