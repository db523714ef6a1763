package io.latchkey.sample.holder;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.sample.SampleTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import tools.jackson.databind.json.JsonMapper;

@SampleTest
class HolderProcessTest {

    private static final String PREFIX = "foreign:";

    @Test
    void whenItCannotHaveTheLockShouldSayWhyInASentence(
            @Autowired StringRedisTemplate redis, @Autowired LettuceConnectionFactory server, @TempDir Path directory)
            throws Exception {
        redis.opsForValue().set(PREFIX + "{" + HolderStory.LOCK + "}", "not a lock");
        HolderSettings settings = new HolderSettings(
                server.getHostName(),
                server.getPort(),
                0,
                null,
                null,
                false,
                PREFIX,
                Duration.ofSeconds(2),
                "jdbc:h2:mem:unused",
                "",
                "");

        assertThat(errorsOfAHolder(settings, directory.resolve("errors")))
                .startsWith("The holder ends: ")
                .contains("'till'")
                .doesNotContainPattern("(?m)^\\s+at ");
    }

    private static String errorsOfAHolder(HolderSettings settings, Path errors) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dlogback.configurationFile=holder-logback.xml",
                        HolderProcess.class.getName())
                .redirectError(errors.toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        Process holder = builder.start();
        holder.getOutputStream()
                .write((JsonMapper.shared().writeValueAsString(settings) + "\n").getBytes(StandardCharsets.UTF_8));
        holder.getOutputStream().flush();
        try {
            assertThat(holder.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            holder.destroyForcibly();
        }
        return Files.readString(errors);
    }
}
