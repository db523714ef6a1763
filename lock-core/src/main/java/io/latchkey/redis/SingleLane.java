package io.latchkey.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lane to the one server, or to whichever is master. */
final class SingleLane implements ReplicatedLanes {

    private final Supplier<RedisClient> client;
    private final ReplicaPolicy policy;
    private volatile @Nullable ReplicatedLane lane;
    private boolean closed;

    SingleLane(Supplier<RedisClient> client, ReplicaPolicy policy) {
        this.client = client;
        this.policy = policy;
    }

    @Override
    public synchronized void open() {
        disconnect();
        if (!closed) {
            lane = new ReplicatedLane(client.get().connect(ByteArrayCodec.INSTANCE), policy);
        }
    }

    @Override
    public CompletionStage<ReplicatedLane> laneFor(byte[] key) {
        ReplicatedLane current = lane;
        return current == null
                ? CompletableFuture.failedFuture(ReplicatedScripts.notConnected())
                : CompletableFuture.completedFuture(current);
    }

    @Override
    public void together(Runnable requests) {
        ReplicatedLane current = lane;
        if (current == null) {
            requests.run();
        } else {
            current.together(requests);
        }
    }

    @Override
    public boolean areStuck(long nanos) {
        ReplicatedLane current = lane;
        return current != null && current.isSilent(nanos);
    }

    @Override
    public synchronized void close() {
        closed = true;
        disconnect();
    }

    private void disconnect() {
        ReplicatedLane current = lane;
        lane = null;
        if (current != null) {
            current.close();
        }
    }
}
