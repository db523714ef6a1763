package io.latchkey.redis;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Which node of a cluster owns which slot, as far as the application's Lettuce client knows. */
final class ClusterView {

    private final RedisClusterClient client;
    private final AtomicBoolean refreshing = new AtomicBoolean();

    ClusterView(RedisClusterClient client) {
        this.client = client;
    }

    RedisClusterClient client() {
        return client;
    }

    /** The id of the node that has the key; null when no node has its slot. */
    @Nullable
    String ownerOf(byte[] key) {
        return ownerOf(SlotHash.getSlot(key));
    }

    @Nullable
    String ownerOf(int slot) {
        RedisClusterNode node = client.getPartitions().getPartitionBySlot(slot);
        return node == null ? null : node.getNodeId();
    }

    /** Has Lettuce look again, unless it is looking on our behalf already. */
    void refresh(Runnable afterwards) {
        if (refreshing.compareAndSet(false, true)) {
            client.refreshPartitionsAsync().whenComplete((nothing, failure) -> {
                refreshing.set(false);
                afterwards.run();
            });
        }
    }
}
