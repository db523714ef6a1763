package io.latchkey.sample.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class EmbeddedRedisTest {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withUserConfiguration(EmbeddedRedisConfiguration.class);

    @Test
    void shouldStartTheServerInsideTheSampleAndEndIt() throws IOException {
        int port;
        try (EmbeddedRedis redis = EmbeddedRedis.start(RedisProgram.unpacked())) {
            port = redis.port();
            connect(port);
        }

        assertThatThrownBy(() -> connect(port)).isInstanceOf(IOException.class);
    }

    @Test
    void whenItDoesNotStartShouldSayHowElseToGetOne(@TempDir Path empty) {
        Path missing = empty.resolve("redis-server");

        assertThatThrownBy(() -> EmbeddedRedis.start(missing))
                .isInstanceOfSatisfying(EmbeddedRedisException.class, failure -> {
                    FailureAnalysis analysis = new EmbeddedRedisFailureAnalyzer().analyze(failure, failure);
                    assertThat(analysis.getDescription()).contains(missing + " could not be started");
                    assertThat(analysis.getAction())
                            .contains("redis-server is on the PATH")
                            .contains("spring.data.redis.url")
                            .contains("libssl 3");
                });
    }

    @Test
    void whenProgramEndsAtOnceShouldShowWhatItSaid() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");

        assertThatThrownBy(() -> EmbeddedRedis.start(java))
                .isInstanceOf(EmbeddedRedisException.class)
                .hasMessageContaining("did not start:")
                .hasMessageContaining("--bind");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.redis.url=redis://localhost:6379",
                "spring.data.redis.host=localhost",
                "spring.data.redis.port=6379",
                "spring.data.redis.cluster.nodes[0]=localhost:6379",
                "spring.data.redis.sentinel.master=shop"
            })
    void whenRedisIsNamedShouldStartNone(String property) {
        runner.withPropertyValues(property).run(context -> assertThat(context).doesNotHaveBean(EmbeddedRedis.class));
    }

    @Test
    void whenOnlyATimeoutIsSetShouldStartOne() {
        runner.withPropertyValues("spring.data.redis.timeout=1s")
                .run(context -> assertThat(context).hasSingleBean(EmbeddedRedis.class));
    }

    private static void connect(int port) throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
    }
}
