package io.latchkey.sample.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisProgramTest {

    private final Path directory;

    RedisProgramTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @CsvSource({
        "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64, true",
        "Valkey server v=8.1.0 sha=00000000:0 malloc=libc bits=64, true",
        "Redis server v=10.0.0, true",
        "Redis server v=6.2.0, true",
        "Redis server v=6.0.16, false",
        "Redis server v=5.0.14, false",
        "command not found, false",
        "'', false"
    })
    void shouldKnowWhichVersionsWillDo(String said, boolean willDo) {
        assertThat(RedisProgram.isNewEnough(said)).isEqualTo(willDo);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a shell script")
    void whenOneIsTooOldShouldLookFurther() throws IOException {
        Path old = directoryOf("Redis server v=6.0.16");
        Path recent = directoryOf("Redis server v=7.2.4");

        assertThat(RedisProgram.on(path(directory, old, recent))).contains(recent.resolve("redis-server"));
        assertThat(RedisProgram.on(path(old))).isEmpty();
    }

    @Test
    void whenThereIsNoneShouldFindNone() throws IOException {
        Files.createDirectory(directory.resolve("redis-server"));

        assertThat(RedisProgram.on("")).isEmpty();
        assertThat(RedisProgram.on(path(directory))).isEmpty();
    }

    /** Where a server is that says this of itself. */
    private Path directoryOf(String version) throws IOException {
        Path made = Files.createTempDirectory(directory, "bin");
        Path program = Files.writeString(made.resolve("redis-server"), "#!/bin/sh\necho '" + version + "'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return made;
    }

    private static String path(Path... directories) {
        return Stream.of(directories).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
