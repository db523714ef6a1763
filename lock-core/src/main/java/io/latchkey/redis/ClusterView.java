package io.latchkey.redis;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.event.MovedRedirectionEvent;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/**
 * Which node of a cluster owns which slot, as far as the application's Lettuce client knows.
 *
 * <p>When a node answers that a slot has moved, Lettuce asks the one that has it. It may leave it at that, and go on asking
 * the wrong one first: before 7.0 it does, unless told otherwise. Locks are listened for where they are, so this looks.
 */
final class ClusterView implements AutoCloseable {

    /** The least time between two looks because of slots that moved, or nodes that cannot be reached. */
    private static final long PAUSE_NANOS = 500_000_000;

    /** A look in which a node ended may take Lettuce a minute, and others must not wait for it. */
    private static final long PATIENCE_NANOS = 2_000_000_000;

    private final RedisClusterClient client;
    /** Until when a look that is under way is waited for. */
    private final AtomicLong lookingUntil = new AtomicLong(System.nanoTime());

    private final AtomicLong nextLook = new AtomicLong(System.nanoTime());
    private final Disposable moves;

    ClusterView(RedisClusterClient client) {
        this.client = client;
        this.moves = client.getResources()
                .eventBus()
                .get()
                .ofType(MovedRedirectionEvent.class)
                .subscribe(moved -> look());
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

    /** Has Lettuce look again, as what it knows was of no use; not all the time. */
    void look() {
        long due = nextLook.get();
        long now = System.nanoTime();
        if (now - due >= 0 && nextLook.compareAndSet(due, now + PAUSE_NANOS)) {
            try {
                refresh(() -> {});
            } catch (RuntimeException e) {
                // The client has been shut down, and nobody asks any more.
            }
        }
    }

    /** Has Lettuce look again, unless it is looking on our behalf already. */
    void refresh(Runnable afterwards) {
        long now = System.nanoTime();
        long before = lookingUntil.get();
        if (now - before >= 0 && lookingUntil.compareAndSet(before, now + PATIENCE_NANOS)) {
            client.refreshPartitionsAsync().whenComplete((nothing, failure) -> {
                lookingUntil.compareAndSet(now + PATIENCE_NANOS, now);
                afterwards.run();
            });
        }
    }

    /** Hears no more of slots that moved; the client is the application's. */
    @Override
    public void close() {
        moves.dispose();
    }
}
