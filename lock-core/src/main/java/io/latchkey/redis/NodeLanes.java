package io.latchkey.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A lane to each node of a cluster. A request goes straight to the node that owns its slot, because only there can replicas be
 * waited for; if that turns out to be another by now, the request fails, and is made again when the new owner is known.
 */
final class NodeLanes implements ReplicatedLanes {

    private final Supplier<ClusterView> views;
    private final ReplicaPolicy policy;
    private final Map<String, ReplicatedLane> lanes = new ConcurrentHashMap<>();
    private volatile @Nullable StatefulRedisClusterConnection<byte[], byte[]> cluster;
    private boolean closed;

    NodeLanes(Supplier<ClusterView> views, ReplicaPolicy policy) {
        this.views = views;
        this.policy = policy;
    }

    @Override
    public synchronized void open() {
        disconnect();
        if (!closed) {
            cluster = views.get().client().connect(ByteArrayCodec.INSTANCE);
        }
    }

    @Override
    public CompletionStage<ReplicatedLane> laneFor(byte[] key) {
        StatefulRedisClusterConnection<byte[], byte[]> connection = cluster;
        String owner = connection == null ? null : views.get().ownerOf(key);
        return connection == null || owner == null
                ? CompletableFuture.failedFuture(ReplicatedScripts.notConnected())
                : connection.getConnectionAsync(owner).thenApply(toOwner -> lane(owner, toOwner));
    }

    private ReplicatedLane lane(String node, StatefulRedisConnection<byte[], byte[]> connection) {
        return lanes.compute(
                node,
                (id, lane) -> lane != null && lane.isOn(connection) ? lane : new ReplicatedLane(connection, policy));
    }

    @Override
    public void together(Runnable requests) {
        Runnable all = requests;
        for (ReplicatedLane lane : lanes.values()) {
            Runnable others = all;
            all = () -> lane.together(others);
        }
        all.run();
    }

    @Override
    public void failed() {
        views.get().refresh(() -> {});
    }

    @Override
    public synchronized void close() {
        closed = true;
        disconnect();
    }

    private void disconnect() {
        StatefulRedisClusterConnection<byte[], byte[]> open = cluster;
        cluster = null;
        lanes.clear();
        if (open != null) {
            open.closeAsync();
        }
    }
}
