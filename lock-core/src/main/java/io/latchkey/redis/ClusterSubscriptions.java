package io.latchkey.redis;

import io.lettuce.core.cluster.pubsub.StatefulRedisClusterPubSubConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscriptions of this process on a cluster, one at each node that has locks.
 *
 * <p>A cluster carries a message to whichever node somebody listens at, but its nodes take up to 40 ms to tell each other,
 * and a script cannot see whether anybody heard it. So this process listens where the locks are: it hears of a release
 * at once, and is counted. The same message comes in through the other nodes too, later; those copies are dropped, unless
 * the lock's own node cannot be heard.
 *
 * <p>Nodes that come to have locks, by a failover or because slots moved, are listened at when a lock there is first waited
 * for. Until that works messages come through the others.
 */
final class ClusterSubscriptions implements WakeUpSource {

    private static final Logger log = LoggerFactory.getLogger(ClusterSubscriptions.class);

    private final Supplier<ClusterView> views;
    private final RedisKeys keys;
    private final WakeUpMessages messages;
    private final Map<String, StatefulRedisPubSubConnection<byte[], byte[]>> nodes = new ConcurrentHashMap<>();
    private volatile @Nullable StatefulRedisClusterPubSubConnection<byte[], byte[]> cluster;
    private boolean closed;

    ClusterSubscriptions(Supplier<ClusterView> views, RedisKeys keys, WakeUpMessages messages) {
        this.views = views;
        this.keys = keys;
        this.messages = messages;
    }

    @Override
    public synchronized void open() {
        disconnect();
        if (!closed) {
            StatefulRedisClusterPubSubConnection<byte[], byte[]> connection =
                    views.get().client().connectPubSub(ByteArrayCodec.INSTANCE);
            cluster = connection;
            connection.getPartitions().forEach(node -> {
                if (!node.getSlots().isEmpty()) {
                    listenAt(connection, node.getNodeId());
                }
            });
        }
    }

    @Override
    public boolean isCounted() {
        return true;
    }

    @Override
    public void expect(byte[] lockKey) {
        StatefulRedisClusterPubSubConnection<byte[], byte[]> connection = cluster;
        String node = connection == null ? null : views.get().ownerOf(lockKey);
        if (connection != null && node != null && !isHeard(node)) {
            listenAt(connection, node);
        }
    }

    private void listenAt(StatefulRedisClusterPubSubConnection<byte[], byte[]> connection, String node) {
        connection.getConnectionAsync(node).whenComplete((subscription, failure) -> {
            if (failure != null) {
                log.debug("wake-ups of cluster node {} cannot be listened for yet", node, failure);
            } else if (!subscription.equals(nodes.put(node, subscription))) {
                subscription.addListener(new Ear(node));
                subscription.async().subscribe(messages.channel());
            }
        });
    }

    private boolean isHeard(String node) {
        StatefulRedisPubSubConnection<byte[], byte[]> subscription = nodes.get(node);
        return subscription != null && subscription.isOpen();
    }

    /** Whether the same message comes, or came, from the node that has the lock. */
    private boolean isCopy(String heardAt, byte[] message) {
        String home = views.get().ownerOf(keys.lockKeyIn(message));
        return home != null && !home.equals(heardAt) && isHeard(home);
    }

    @Override
    public synchronized void close() {
        closed = true;
        disconnect();
    }

    private void disconnect() {
        StatefulRedisClusterPubSubConnection<byte[], byte[]> open = cluster;
        cluster = null;
        nodes.clear();
        if (open != null) {
            open.closeAsync().exceptionally(failure -> {
                log.debug("closing the subscriptions failed", failure);
                return null;
            });
        }
    }

    /** Listens at one node. */
    private final class Ear extends RedisPubSubAdapter<byte[], byte[]> {

        private final String node;

        Ear(String node) {
            this.node = node;
        }

        @Override
        public void message(byte[] channel, byte[] message) {
            if (!isCopy(node, message)) {
                messages.heard(message);
            }
        }

        @Override
        public void subscribed(byte[] channel, long count) {
            messages.listening();
        }
    }
}
