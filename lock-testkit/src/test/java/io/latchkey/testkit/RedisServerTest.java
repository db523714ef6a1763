package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisServerTest {

    @Test
    void whenStartedShouldAnswerAndBeEmpty() {
        try (RedisServer server = RedisServer.start()) {

            assertThat(server.command("ping")).isEqualTo("PONG");
            assertThat(server.keys("*")).isEmpty();
            assertThat(server.command("info", "server")).asString().contains("_version:" + server.version());
        }
    }

    @Test
    void whenStartedTwiceShouldBeTwoServers() {
        try (RedisServer one = RedisServer.start();
                RedisServer other = RedisServer.start()) {
            one.command("set", "key", "value");

            assertThat(other.port()).isNotEqualTo(one.port());
            assertThat(other.keys("*")).isEmpty();
        }
    }

    @Test
    void whenGivenOptionsShouldUseThem() {
        try (RedisServer server = RedisServer.start("--maxmemory", "12mb", "--maxmemory-policy", "allkeys-lru")) {

            assertThat(server.command("config", "get", "maxmemory")).isEqualTo(List.of("maxmemory", "12582912"));
            assertThat(server.command("config", "get", "maxmemory-policy"))
                    .isEqualTo(List.of("maxmemory-policy", "allkeys-lru"));
        }
    }

    @Test
    void whenStartedShouldAllowDebugCommands() {
        try (RedisServer server = RedisServer.start()) {

            assertThat(server.command("debug", "sleep", "0")).isEqualTo("OK");
        }
    }

    @Test
    void whenServerIsPausedShouldNotAnswer() {
        try (RedisServer server = RedisServer.start()) {
            server.pause();

            boolean answersPaused = RedisPing.answers(server.host(), server.port());
            server.resume();

            assertThat(answersPaused).isFalse();
            assertThat(server.command("ping")).isEqualTo("PONG");
        }
    }

    @Test
    void whenKilledShouldRefuseConnections() {
        try (RedisServer server = RedisServer.start()) {
            server.kill();

            assertThat(server.isRunning()).isFalse();
            assertThatThrownBy(() -> server.command("ping")).isInstanceOf(RedisException.class);
        }
    }

    @Test
    void whenPausedServerIsKilledShouldEnd() {
        try (RedisServer server = RedisServer.start()) {
            server.pause();

            server.kill();

            assertThat(server.isRunning()).isFalse();
        }
    }

    @Test
    void whenPausedServerIsShutDownShouldEnd() {
        try (RedisServer server = RedisServer.start()) {
            server.pause();

            server.shutdown();

            assertThat(server.isRunning()).isFalse();
        }
    }

    @Test
    void whenRestartedAfterKillShouldBeEmptyOnTheSamePort() {
        try (RedisServer server = RedisServer.start()) {
            int port = server.port();
            server.command("set", "key", "value");
            server.kill();

            server.restart();

            assertThat(server.port()).isEqualTo(port);
            awaitAnswer(server);
            assertThat(server.keys("*")).isEmpty();
        }
    }

    @Test
    void whenRestartedWhileRunningShouldBeEmpty() {
        try (RedisServer server = RedisServer.start()) {
            server.command("set", "key", "value");

            server.restart();

            awaitAnswer(server);
            assertThat(server.keys("*")).isEmpty();
        }
    }

    @Test
    void whenClosedWhilePausedShouldEndAndDeleteItsDirectory() {
        RedisServer server = RedisServer.start(localSource());
        List<?> reply = (List<?>) Objects.requireNonNull(server.command("config", "get", "dir"));
        Path directory = Path.of(reply.get(1).toString());
        server.pause();

        server.close();
        server.close();

        assertThat(server.isRunning()).isFalse();
        assertThat(Files.exists(directory)).isFalse();
    }

    @Test
    void whenOperationDoesNotFitTheStateShouldSaySo() {
        try (RedisServer server = RedisServer.start()) {

            assertThatIllegalStateException()
                    .isThrownBy(server::resume)
                    .withMessageContaining("resume of a server that is RUNNING");
            server.kill();
            assertThatIllegalStateException()
                    .isThrownBy(server::pause)
                    .withMessageContaining("pause of a server that is ENDED");
        }
    }

    @Test
    void whenStartFailsShouldShowOutputAndWaysOut() {
        assertThatExceptionOfType(RedisStartException.class)
                .isThrownBy(() -> RedisServer.start(localSource(), "--no-such-option", "1"))
                .withMessageContaining("no-such-option")
                .withMessageContaining("install redis-server")
                .withMessageContaining("libssl");
    }

    @Test
    void whenAnotherServerHasThePortShouldTakeAnotherPort() {
        try (RedisServer other = RedisServer.start(localSource())) {
            Iterator<Integer> ports = List.of(other.port(), FreePort.next()).iterator();

            LocalRedis redis = LocalRedis.start(RedisBinary.embedded(), ports::next);
            boolean answers = RedisPing.answers(redis.host(), redis.port());
            redis.dispose();

            assertThat(answers).isTrue();
            assertThat(redis.port()).isNotEqualTo(other.port());
        }
    }

    @Test
    void whenServerHasAPasswordShouldStart() {
        try (RedisServer server = RedisServer.start("--requirepass", "secret")) {

            assertThat(server.command("auth", "secret")).isEqualTo("OK");
            assertThat(server.command("ping")).isEqualTo("PONG");
        }
    }

    @Test
    void whenJvmEndsShouldEndServersLeftOpen() throws Exception {
        Duration limit = Duration.ofSeconds(30);
        String source = "-D" + RedisSource.PROPERTY + "=" + localSource();
        try (ChildJvm child = ChildJvm.start(List.of(source), Forgetful.class)) {
            int port = Integer.parseInt(child.awaitLine("port ", limit).substring("port ".length()));
            boolean answersBefore = RedisPing.answers("127.0.0.1", port);

            child.send("end");
            int status = child.awaitExit(limit);

            assertThat(answersBefore).isTrue();
            assertThat(status).isZero();
            assertThat(RedisPing.answers("127.0.0.1", port)).isFalse();
        }
    }

    @Test
    void whenEmbeddedServerIsForcedShouldStartIt() {
        try (RedisServer server = RedisServer.start(RedisSource.EMBEDDED)) {

            assertThat(server.command("ping")).isEqualTo("PONG");
            assertThat(server.majorVersion()).isGreaterThanOrEqualTo(5);
        }
    }

    @ParameterizedTest
    @CsvSource({"path,,path", "EMBEDDED,,embedded", ",docker,docker", "path,docker,path", "'',path,path"})
    void whenSourceIsForcedShouldPreferTheProperty(String property, String variable, String expected) {
        assertThat(RedisSource.forced(property, variable)).contains(new RedisSource(expected));
    }

    @Test
    void whenAProgramIsNamedShouldStartIt() {
        RedisBinary program = RedisBinary.embedded();
        RedisSource source =
                RedisSource.forced(program.path().toString(), "docker").orElseThrow();

        try (RedisServer server = RedisServer.start(source)) {
            assertThat(server.command("ping")).isEqualTo("PONG");
            assertThat(server.version()).isEqualTo(program.version());
        }
    }

    @Test
    void whenNothingIsForcedShouldLeaveTheChoice() {
        assertThat(RedisSource.forced(null, " ")).isEqualTo(Optional.empty());
    }

    @Test
    void whenForcedSourceIsUnknownShouldNameTheChoices() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisSource.forced("podman", null))
                .withMessage("latchkey.test.redis must be docker, path, embedded or the path of a server's program, "
                        + "was 'podman'");
    }

    static final class Forgetful {

        public static void main(String[] arguments) throws IOException {
            System.out.println("port " + RedisServer.start().port());
            int unused = System.in.read();
        }
    }

    /** What only a server outside a container shows: the forced one, or whichever is there. */
    private static RedisSource localSource() {
        RedisSource chosen = RedisSource.chosen();
        return chosen.equals(RedisSource.DOCKER) ? RedisSource.EMBEDDED : chosen;
    }

    /** The first command may still meet the connection that the kill has broken. */
    private static void awaitAnswer(RedisServer server) {
        await().ignoreExceptionsInstanceOf(RedisException.class).until(() -> "PONG".equals(server.command("ping")));
    }
}
