package io.latchkey.redis;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the scripts that grant something, and has enough replicas confirm it. */
final class ReplicatedScripts implements ScriptRunner {

    private final ReplicatedLanes lanes;
    private final RedisLink link;

    /** The lanes are opened whenever the link is connected. */
    ReplicatedScripts(ReplicatedLanes lanes, RedisLink link) {
        this.lanes = lanes;
        this.link = link;
    }

    @Override
    public CompletionStage<List<Object>> run(Script script, byte[][] keys, byte[]... args) {
        ScriptCall call = new ScriptCall(script, keys, args);
        return laneFor(keys[0])
                .thenCompose(lane -> lane.run(call))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(meaning(failure)));
    }

    /** A connection factory that is stopped has no lanes. */
    private CompletionStage<ReplicatedLane> laneFor(byte[] key) {
        try {
            return lanes.laneFor(key);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(notConnected());
        }
    }

    private BackendFailure meaning(Throwable failure) {
        BackendFailure meaning = RedisFailures.of(failure);
        lanes.failed();
        link.check();
        return meaning;
    }

    static BackendFailure notConnected() {
        return new BackendFailure(Effect.NONE_FOR_NOW, "Redis cannot be reached: not connected", null);
    }
}
