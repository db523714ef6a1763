package io.latchkey.redis;

import io.latchkey.spi.LockBackend.WakeUps;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.SubscriptionListener;

/**
 * The one subscription of this process: messages that name a lock which may be free.
 *
 * <p>A message is never trusted, only followed by a look. After a lost connection Lettuce subscribes again by itself;
 * messages sent meanwhile are gone, so every waiter looks then.
 */
final class WakeUpSubscription implements MessageListener, SubscriptionListener, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(WakeUpSubscription.class);

    private final RedisKeys keys;
    private final WakeUps wakeUps;
    private final byte[] channel;
    private @Nullable RedisConnection connection;
    private boolean closed;

    WakeUpSubscription(RedisKeys keys, String process, WakeUps wakeUps) {
        this.keys = keys;
        this.wakeUps = wakeUps;
        this.channel = keys.channel(process);
    }

    /** Listens on the given connection instead of the one before; it is closed with the subscription. */
    synchronized void open(RedisConnection dedicated) {
        disconnect();
        connection = dedicated;
        if (closed) {
            disconnect();
        } else {
            dedicated.subscribe(this, channel);
        }
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        try {
            keys.fromMessage(message.getBody()).ifPresentOrElse(wakeUps::wake, wakeUps::wakeAll);
        } catch (RuntimeException e) {
            log.warn("a wake-up could not be followed; waiters look again by themselves", e);
        }
    }

    @Override
    public void onChannelSubscribed(byte[] subscribed, long count) {
        wakeUps.wakeAll();
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
