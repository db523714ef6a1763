package io.latchkey.testkit;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A synchronous Redis client for tests, which shares nothing with the locks under test. Thread-safe. A command fails
 * after five seconds without an answer and is never sent twice; the next one connects again where it has to.
 */
public final class RedisCommands implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final RedisClient client;
    private @Nullable StatefulRedisConnection<String, String> connection;

    private RedisCommands(RedisURI uri) {
        client = RedisClient.create(Shared.RESOURCES, uri);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                // A server with a password would refuse it before a test could send AUTH.
                .pingBeforeActivateConnection(false)
                // Its replies are lists where those of RESP3 are maps and sets, which is easier to compare.
                .protocolVersion(ProtocolVersion.RESP2)
                .build());
    }

    /** A client of that server; the connection is made with the first command. */
    public static RedisCommands connect(String host, int port) {
        return new RedisCommands(RedisURI.builder()
                .withHost(host)
                .withPort(port)
                .withTimeout(TIMEOUT)
                .build());
    }

    /**
     * Sends one command and returns the reply: text, a {@code Long}, a {@code List} of such, or null.
     *
     * @throws io.lettuce.core.RedisException when the server refuses it or does not answer in time
     */
    public @Nullable Object command(String... words) {
        CommandArgs<String, String> arguments = new CommandArgs<>(StringCodec.UTF8);
        List.of(words).subList(1, words.length).forEach(arguments::add);
        AnyOutput output = new AnyOutput();
        List<@Nullable Object> reply = connection().sync().dispatch(new Name(words[0]), output, arguments);
        return output.isArray() ? reply : reply.get(0);
    }

    /** The keys that match a glob, sorted. */
    public List<String> keys(String pattern) {
        // Not sync().keys(…): its signature differs between the versions of Lettuce these tests run on.
        List<?> keys = (List<?>) Objects.requireNonNull(command("keys", pattern));
        return keys.stream().map(String::valueOf).sorted().toList();
    }

    /** A section of INFO, field by field. */
    public Map<String, String> info(String section) {
        Map<String, String> fields = new LinkedHashMap<>();
        connection().sync().info(section).lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return fields;
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, TIMEOUT);
    }

    private synchronized StatefulRedisConnection<String, String> connection() {
        StatefulRedisConnection<String, String> current = connection;
        if (current == null || !current.isOpen()) {
            current = client.connect();
            connection = current;
        }
        return current;
    }

    /** A list of one for whatever is no array, but knows which it was. */
    private static final class AnyOutput extends NestedMultiOutput<String, String> {

        private boolean array;

        AnyOutput() {
            super(StringCodec.UTF8);
        }

        @Override
        public void multi(int count) {
            array = true;
            super.multi(count);
        }

        boolean isArray() {
            return array;
        }
    }

    private record Name(String text) implements ProtocolKeyword {

        @Override
        public byte[] getBytes() {
            return text.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** One set of threads for all clients of the JVM; daemons, with a name a LeakCheck knows. */
    private static final class Shared {

        static final ClientResources RESOURCES = ClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .threadFactoryProvider(pool -> new DefaultThreadFactory("testkit-" + pool, true))
                .build();
    }
}
