package io.latchkey.redis;

import static org.awaitility.Awaitility.await;

import io.latchkey.testkit.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What one process hears: the wake-ups that scripts send it. */
final class Ear implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final RedisClient client;
    private final StatefulRedisPubSubConnection<String, String> connection;
    private final String channel;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private int echoes;

    private Ear(RedisServer redis, String channel) {
        this.channel = channel;
        client = RedisClient.create(RedisURI.create(redis.host(), redis.port()));
        connection = client.connectPubSub();
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String from, String message) {
                heard.add(message);
            }
        });
        connection.sync().subscribe(channel);
    }

    /** Listens as the given process does; when this returns, nothing is missed. */
    static Ear of(String process, RedisServer redis) {
        return new Ear(redis, "latchkey:wake:" + process);
    }

    /** All that was sent before this call. */
    List<String> heard(RedisServer redis) {
        String echo = "echo " + ++echoes;
        redis.command("PUBLISH", channel, echo);
        await().atMost(SOON).until(() -> heard.contains(echo));
        return heard.stream().filter(message -> !message.startsWith("echo ")).toList();
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, SOON);
    }
}
