package io.latchkey.testkit;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where a test's Redis comes from. */
enum RedisSource {
    DOCKER,
    PATH,
    EMBEDDED;

    /** Forces a source; the environment variable {@link #VARIABLE} does the same where it is not set. */
    static final String PROPERTY = "latchkey.test.redis";

    static final String VARIABLE = "LATCHKEY_TEST_REDIS";

    /** The forced source, else the first that is there. */
    static RedisSource chosen() {
        return forced(System.getProperty(PROPERTY), System.getenv(VARIABLE)).orElseGet(RedisSource::firstAvailable);
    }

    static Optional<RedisSource> forced(@Nullable String property, @Nullable String variable) {
        return named(PROPERTY, property).or(() -> named(VARIABLE, variable));
    }

    RedisInstance open(String... extraArguments) {
        return switch (this) {
            case DOCKER -> DockerRedis.start(extraArguments);
            case PATH ->
                LocalRedis.start(
                        RedisBinary.onPath()
                                .orElseThrow(() -> new RedisStartException("there is no redis-server on the PATH", "")),
                        extraArguments);
            case EMBEDDED -> LocalRedis.start(RedisBinary.embedded(), extraArguments);
        };
    }

    /**
     * The program for servers that talk to each other. Never a container: the addresses they would tell each other are not
     * those that a client outside can reach.
     */
    static RedisBinary program() {
        return chosen() == EMBEDDED
                ? RedisBinary.embedded()
                : RedisBinary.onPath().orElseGet(RedisBinary::embedded);
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
        return Optional.of(Arrays.stream(values())
                .filter(source -> source.id().equals(value.strip().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(origin + " must be one of " + ids() + ", was '" + value + "'")));
    }

    private static String ids() {
        return Arrays.stream(values()).map(RedisSource::id).collect(Collectors.joining(", "));
    }

    private String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
