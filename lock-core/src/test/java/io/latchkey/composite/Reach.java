package io.latchkey.composite;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node as one process reaches it, or does not. */
final class Reach implements LockBackend {

    private final LockBackend backend;
    volatile boolean cut;

    Reach(LockBackend backend) {
        this.backend = backend;
    }

    private <T extends @Nullable Object> CompletionStage<T> reached(Supplier<CompletionStage<T>> request) {
        return cut
                ? CompletableFuture.failedFuture(new BackendFailure(Effect.NONE_FOR_NOW, "cut off", null))
                : request.get();
    }

    @Override
    public CompletionStage<Reply> acquire(Acquisition acquisition) {
        return reached(() -> backend.acquire(acquisition));
    }

    @Override
    public CompletionStage<Reply> pass(Owner from, Acquisition to) {
        return reached(() -> backend.pass(from, to));
    }

    @Override
    public CompletionStage<BitSet> renew(List<Hold> holds, Duration leaseTime) {
        return reached(() -> backend.renew(holds, leaseTime));
    }

    @Override
    public CompletionStage<Boolean> release(Hold hold) {
        return reached(() -> backend.release(hold));
    }

    @Override
    public CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket) {
        return this.<@Nullable Void>reached(() -> backend.abandon(hold, ticket));
    }

    @Override
    public CompletionStage<Boolean> forceRelease(LockId lock) {
        return reached(() -> backend.forceRelease(lock));
    }

    @Override
    public CompletionStage<List<Holder>> look(LockId lock) {
        return reached(() -> backend.look(lock));
    }

    @Override
    public Counters counters() {
        return backend.counters();
    }

    @Override
    public void start(String process, WakeUps wakeUps) {
        backend.start(process, wakeUps);
    }

    @Override
    public void close() {
        backend.close();
    }
}
