package io.latchkey.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a test's Redis comes from.
 *
 * @param id {@code docker}, {@code path}, {@code embedded}, or the path of a server's program
 */
record RedisSource(String id) {

    static final RedisSource DOCKER = new RedisSource("docker");
    static final RedisSource PATH = new RedisSource("path");
    static final RedisSource EMBEDDED = new RedisSource("embedded");

    /** Forces a source; the environment variable {@link #VARIABLE} does the same where it is not set. */
    static final String PROPERTY = "latchkey.test.redis";

    static final String VARIABLE = "LATCHKEY_TEST_REDIS";

    private static final List<RedisSource> KNOWN = List.of(DOCKER, PATH, EMBEDDED);

    /** The forced source, else the first that is there. */
    static RedisSource chosen() {
        return forced(System.getProperty(PROPERTY), System.getenv(VARIABLE)).orElseGet(RedisSource::firstAvailable);
    }

    static Optional<RedisSource> forced(@Nullable String property, @Nullable String variable) {
        return named(PROPERTY, property).or(() -> named(VARIABLE, variable));
    }

    RedisInstance open(String... extraArguments) {
        return equals(DOCKER) ? DockerRedis.start(extraArguments) : LocalRedis.start(localProgram(), extraArguments);
    }

    /**
     * The program for servers that talk to each other. Never a container: the addresses they would tell each other are not
     * those that a client outside can reach.
     */
    static RedisBinary program() {
        RedisSource source = chosen();
        return source.equals(DOCKER) ? RedisBinary.onPath().orElseGet(RedisBinary::embedded) : source.localProgram();
    }

    private RedisBinary localProgram() {
        if (equals(EMBEDDED)) {
            return RedisBinary.embedded();
        }
        if (equals(PATH)) {
            return RedisBinary.onPath()
                    .orElseThrow(() -> new RedisStartException("there is no redis-server on the PATH", ""));
        }
        return RedisBinary.at(Path.of(id));
    }

    private static RedisSource firstAvailable() {
        if (DockerProbe.isAvailable()) {
            return DOCKER;
        }
        return RedisBinary.onPath().isPresent() ? PATH : EMBEDDED;
    }

    private static Optional<RedisSource> named(String origin, @Nullable String value) {
        if (value == null || value.isBlank()) {
            return Optional.empty();
        }
        RedisSource word = new RedisSource(value.strip().toLowerCase(Locale.ROOT));
        RedisSource source = KNOWN.contains(word) ? word : new RedisSource(value.strip());
        if (!KNOWN.contains(source) && !Files.isExecutable(Path.of(source.id))) {
            throw new IllegalArgumentException(
                    origin + " must be docker, path, embedded or the path of a server's program, was '" + value + "'");
        }
        return Optional.of(source);
    }

    @Override
    public String toString() {
        return id;
    }
}
