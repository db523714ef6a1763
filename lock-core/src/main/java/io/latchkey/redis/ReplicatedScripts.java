package io.latchkey.redis;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs the scripts that grant something, and has enough replicas confirm it. */
final class ReplicatedScripts implements ScriptRunner {

    private final ReplicatedLanes lanes;
    private final RedisLink link;
    private final long patience;
    private final AtomicBoolean reopening = new AtomicBoolean();

    /**
     * The lanes are opened whenever the link is connected.
     *
     * @param commandTimeout how long an answer may take
     */
    ReplicatedScripts(ReplicatedLanes lanes, RedisLink link, Duration commandTimeout) {
        this.lanes = lanes;
        this.link = link;
        this.patience = commandTimeout.toNanos();
    }

    @Override
    public CompletionStage<List<Object>> run(Script script, byte[][] keys, byte[]... args) {
        if (lanes.areStuck(patience)) {
            reopen();
            return CompletableFuture.failedFuture(silent());
        }
        ScriptCall call = new ScriptCall(script, keys, args);
        return laneFor(keys[0])
                .thenCompose(lane -> lane.run(call, patience))
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

    /** What is silent while the link is not may lead to a server that has been replaced. */
    private void reopen() {
        if (reopening.compareAndSet(false, true)) {
            link.getReadyAgain().whenComplete((done, failure) -> reopening.set(false));
        }
    }

    private BackendFailure meaning(Throwable failure) {
        BackendFailure meaning = RedisFailures.of(failure);
        lanes.failed();
        link.check();
        return meaning;
    }

    static BackendFailure silent() {
        return new BackendFailure(
                Effect.NONE_FOR_NOW, "Redis is silent on the connection on which replicas confirm grants", null);
    }

    static BackendFailure notConnected() {
        return new BackendFailure(Effect.NONE_FOR_NOW, "Redis cannot be reached: not connected", null);
    }
}
