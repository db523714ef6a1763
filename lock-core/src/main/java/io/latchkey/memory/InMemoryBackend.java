package io.latchkey.memory;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One process's view of an {@link InMemoryStore}: every request is answered on the spot. */
final class InMemoryBackend implements LockBackend {

    private final InMemoryStore store;
    private @Nullable String process;

    InMemoryBackend(InMemoryStore store) {
        this.store = store;
    }

    @Override
    public void start(String process, WakeUps wakeUps) {
        this.process = process;
        store.connect(process, wakeUps);
    }

    @Override
    public CompletionStage<Reply> acquire(Acquisition acquisition) {
        return answer(() -> store.acquire(acquisition));
    }

    @Override
    public CompletionStage<Reply> pass(Owner from, Acquisition to) {
        return answer(() -> store.pass(from, to));
    }

    @Override
    public CompletionStage<BitSet> renew(List<Hold> holds, Duration leaseTime) {
        return answer(() -> {
            BitSet held = new BitSet(holds.size());
            for (int i = 0; i < holds.size(); i++) {
                held.set(i, store.renew(holds.get(i), leaseTime));
            }
            return held;
        });
    }

    @Override
    public CompletionStage<Boolean> release(Hold hold) {
        return answer(() -> store.release(hold));
    }

    @Override
    public CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket) {
        store.abandon(hold, ticket);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Boolean> forceRelease(LockId lock) {
        return answer(() -> store.forceRelease(lock));
    }

    @Override
    public CompletionStage<Optional<Holder>> look(LockId lock) {
        return answer(() -> store.look(lock));
    }

    @Override
    public void close() {
        if (process != null) {
            store.disconnect(process);
        }
    }

    private static <T> CompletionStage<T> answer(Supplier<T> request) {
        return CompletableFuture.completedFuture(request.get());
    }
}
