package io.latchkey.sample.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;

@ExtendWith(OutputCaptureExtension.class)
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

    /** As the profile "compose" does. */
    @Test
    void whenSomethingElseBringsARedisShouldStartNone() {
        DataRedisConnectionDetails compose = mock();

        runner.withBean("compose", DataRedisConnectionDetails.class, () -> compose)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(EmbeddedRedis.class)
                        .getBean(DataRedisConnectionDetails.class)
                        .isSameAs(compose));
    }

    /** With the analyzer found the way Spring Boot finds it. */
    @Test
    void whenTheApplicationCannotStartItShouldPrintWhatToDo(CapturedOutput output) {
        SpringApplication application = new SpringApplication(WithoutServer.class);
        application.setWebApplicationType(WebApplicationType.NONE);

        assertThatThrownBy(application::run).isInstanceOf(Exception.class);

        assertThat(output.getAll())
                .contains("APPLICATION FAILED TO START")
                .contains("no-such-server could not be started")
                .contains("install Redis, so that redis-server is on the PATH")
                .doesNotContain("\tat io.latchkey");
    }

    /** Not annotated, so that no other test finds it. */
    static class WithoutServer {

        @Bean
        EmbeddedRedis embeddedRedis() {
            return EmbeddedRedis.start(Path.of("no-such-server"));
        }
    }

    private static void connect(int port) throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
    }
}
