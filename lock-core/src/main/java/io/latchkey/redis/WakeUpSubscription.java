package io.latchkey.redis;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.SubscriptionListener;

/**
 * The one subscription of this process: messages that name a lock which may be free. After a lost connection Lettuce
 * subscribes again by itself.
 */
final class WakeUpSubscription implements WakeUpSource, MessageListener, SubscriptionListener {

    private static final Logger log = LoggerFactory.getLogger(WakeUpSubscription.class);

    private final Supplier<RedisConnection> connections;
    private final WakeUpMessages messages;
    private volatile @Nullable RedisConnection connection;
    private boolean closed;

    WakeUpSubscription(Supplier<RedisConnection> connections, WakeUpMessages messages) {
        this.connections = connections;
        this.messages = messages;
    }

    @Override
    public synchronized void open() {
        disconnect();
        if (!closed) {
            RedisConnection dedicated = connections.get();
            connection = dedicated;
            dedicated.subscribe(this, messages.channel());
        }
    }

    /** Only on one server: on a cluster this process may be listening at another node than the one that counts. */
    @Override
    public boolean isCounted() {
        return !(connection instanceof RedisClusterConnection);
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        messages.heard(message.getBody());
    }

    @Override
    public void onChannelSubscribed(byte[] subscribed, long count) {
        messages.listening();
    }

    @Override
    public synchronized void close() {
        closed = true;
        disconnect();
    }

    private void disconnect() {
        RedisConnection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (RuntimeException e) {
                log.debug("closing the subscription failed", e);
            }
        }
    }
}
