package io.latchkey.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What somebody reads when the sample cannot start. */
@ExtendWith(OutputCaptureExtension.class)
class StartupTest {

    @Test
    void whenPortIsInUseShouldSaySo(CapturedOutput output) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertFails("--server.port=" + taken.getLocalPort());

            assertReadable(output)
                    .contains("Port " + taken.getLocalPort() + " was already in use")
                    .contains("configure this application to listen on another port");
        }
    }

    @Test
    void whenRedisCannotBeReachedShouldSayWhatToDo(CapturedOutput output) throws IOException {
        assertFails("--server.port=0", "--spring.data.redis.url=redis://127.0.0.1:" + unusedPort());

        assertReadable(output)
                .contains("The sample needs Redis.")
                .contains("cannot be reached")
                .contains("leave spring.data.redis.* out, and the sample starts a Redis of its own");
    }

    @Test
    @Timeout(55)
    void whenRedisCannotBeReachedButADatabaseIsNamedShouldSaySoSoon(CapturedOutput output) throws IOException {
        assertFails(
                "--server.port=0",
                "--spring.data.redis.url=redis://127.0.0.1:" + unusedPort(),
                "--spring.datasource.url=jdbc:h2:mem:named");

        assertReadable(output).contains("The sample needs Redis.").contains("cannot be reached");
    }

    @Test
    void whenDatabaseCannotBeReachedShouldSayWhatToDo(CapturedOutput output) throws IOException {
        assertFails(
                "--server.port=0",
                "--spring.profiles.active=postgres",
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/shop".formatted(unusedPort()),
                "--spring.datasource.hikari.connection-timeout=250");

        assertReadable(output)
                .contains("The database cannot be reached:")
                .contains("leave the profile 'postgres' and spring.datasource.* out, "
                        + "and the sample uses a database of its own");
    }

    @Test
    void whenDatabaseWithoutAProfileCannotBeReachedShouldNameNone(CapturedOutput output) throws IOException {
        assertFails(
                "--server.port=0",
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:%d/shop".formatted(unusedPort()),
                "--spring.datasource.hikari.connection-timeout=250");

        assertReadable(output).contains("leave spring.datasource.* out, and the sample uses a database of its own");
    }

    private static void assertFails(String... arguments) {
        assertThatThrownBy(() -> SpringApplication.run(SampleApplication.class, arguments))
                .isInstanceOf(Exception.class);
    }

    private static AbstractStringAssert<?> assertReadable(CapturedOutput output) {
        return assertThat(output.getAll())
                .contains("APPLICATION FAILED TO START")
                .doesNotContainPattern("(?m)^\\s+at ");
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
