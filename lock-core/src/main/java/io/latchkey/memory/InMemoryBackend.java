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
    private final Counters counters = new StoreCounters();
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
    public CompletionStage<List<Holder>> look(LockId lock) {
        return answer(() -> store.look(lock));
    }

    @Override
    public Object store() {
        return store;
    }

    @Override
    public Counters counters() {
        return counters;
    }

    private final class StoreCounters implements Counters {

        @Override
        public CompletionStage<Optional<Integer>> permits(LockId semaphore) {
            return answer(() -> store.limit(semaphore));
        }

        @Override
        public CompletionStage<@Nullable Void> resize(LockId semaphore, int permits) {
            store.resize(semaphore, permits);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Boolean> start(LockId latch, int count, Owner operation) {
            return answer(() -> store.start(latch, count));
        }

        @Override
        public CompletionStage<@Nullable Void> countDown(LockId latch, Owner operation) {
            store.countDown(latch);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Long> count(LockId latch) {
            return answer(() -> store.count(latch));
        }
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
