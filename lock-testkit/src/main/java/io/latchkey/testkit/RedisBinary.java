package io.latchkey.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/**
 * A {@code redis-server} program on this machine.
 *
 * @param path where it is
 * @param version what it says of itself, such as 7.0.15
 */
record RedisBinary(Path path, String version) {

    private static final Map<Path, String> VERSIONS = new ConcurrentHashMap<>();

    /** The first one on the PATH. */
    static Optional<RedisBinary> onPath() {
        return OnPath.FOUND;
    }

    /** The one inside the embedded-redis jar, unpacked once per JVM and deleted at its end. */
    static RedisBinary embedded() {
        return Embedded.UNPACKED;
    }

    int majorVersion() {
        return RedisVersion.major(version);
    }

    /** The one at that path, whose version is asked once per JVM. */
    static RedisBinary at(Path path) {
        return new RedisBinary(path, VERSIONS.computeIfAbsent(path, RedisBinary::askVersion));
    }

    private static String askVersion(Path path) {
        try {
            Process process = new ProcessBuilder(path.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.onExit().join();
            return RedisVersion.parse(output)
                    .orElseThrow(() -> new RedisStartException(path + " --version did not tell a version", output));
        } catch (IOException e) {
            throw new RedisStartException(path + " cannot be run", e);
        }
    }

    private static final class OnPath {

        static final Optional<RedisBinary> FOUND = find();

        private static Optional<RedisBinary> find() {
            String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
            return Stream.of(path.split(Pattern.quote(File.pathSeparator), -1))
                    .filter(directory -> !directory.isEmpty())
                    .map(directory -> Path.of(directory, "redis-server"))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .map(RedisBinary::at);
        }
    }

    private static final class Embedded {

        static final RedisBinary UNPACKED = unpack();

        private static RedisBinary unpack() {
            TempDirectory directory = TempDirectory.create();
            Leftovers.remember(directory::delete);
            try {
                return at(ExecutableProvider.newJarResourceProvider(
                                directory.path().toFile())
                        .get()
                        .toPath());
            } catch (IOException e) {
                throw new UncheckedIOException("the server inside embedded-redis could not be unpacked", e);
            }
        }
    }
}
