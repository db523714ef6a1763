package io.latchkey.sample.redis;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/** Where the sample gets a Redis server from. */
final class RedisProgram {

    private RedisProgram() {}

    /** The {@code redis-server} on the PATH, else the one that comes with the sample. */
    static Path find() {
        return onPath().orElseGet(RedisProgram::unpacked);
    }

    private static Optional<Path> onPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .filter(directory -> !directory.isEmpty())
                .flatMap(directory ->
                        Stream.of("redis-server", "redis-server.exe").map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Path unpacked() {
        try {
            File directory = Files.createTempDirectory("latchkey-sample-redis-").toFile();
            directory.deleteOnExit();
            File program = ExecutableProvider.newJarResourceProvider(directory).get();
            program.deleteOnExit();
            return program.toPath();
        } catch (IOException e) {
            throw new EmbeddedRedisException("The Redis server in the sample could not be unpacked: " + e, e);
        }
    }
}
