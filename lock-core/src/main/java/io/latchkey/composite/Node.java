package io.latchkey.composite;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockBackend.Holder;
import io.latchkey.spi.LockBackend.WakeUps;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One of the servers that decide together on red locks. What it holds of a lock that was given up is asked back until it has
 * answered or the hold has ended by itself.
 */
final class Node {

    private static final long PAUSE_NANOS = 50_000_000;
    /** The longer a server has been away, the more seldom it is asked. */
    private static final int PART_OF_OUTAGE = 10;

    /** A server that is away is not sent more, as all of it is kept until it is back. */
    private static final int MOST_UNANSWERED = 5_000;

    private final LockBackend backend;
    private final Duration leaseTime;
    private final AtomicInteger underWay = new AtomicInteger();
    /** When those holds end that were asked for longer than the lease time, by the JVM's clock. */
    private final Map<Owner, Long> longHolds = new ConcurrentHashMap<>();

    private volatile boolean closed;

    Node(LockBackend backend, Duration leaseTime) {
        this.backend = backend;
        this.leaseTime = leaseTime;
    }

    void start(String process, LockKind kind, WakeUps wakeUps) {
        backend.start(process, new WakeUps() {
            @Override
            public void wake(LockId lock) {
                wakeUps.wake(new LockId(kind, lock.name()));
            }

            @Override
            public void forced(LockId lock) {
                wakeUps.forced(new LockId(kind, lock.name()));
            }

            @Override
            public void wakeAll() {
                wakeUps.wakeAll();
            }
        });
    }

    CompletionStage<Reply> acquire(Acquisition asked) {
        noteEnd(asked.owner(), asked.leaseTime());
        return ask(() -> backend.acquire(asked));
    }

    /** Takes the lock where the holder that gives it on has it, and tells it from where it does not. */
    CompletionStage<Reply> pass(Owner from, Acquisition to) {
        noteEnd(to.owner(), to.leaseTime());
        return ask(() -> backend.pass(from, to));
    }

    CompletionStage<Boolean> renew(Hold hold, Duration time) {
        noteEnd(hold.owner(), time);
        return backend.renew(List.of(hold), time).thenApply(held -> held.get(0));
    }

    /** A node that knows nothing of the hold is told to have none to do with it: its acquisition may still be on its way. */
    CompletionStage<Boolean> release(Hold hold) {
        return ask(() -> backend.release(hold)).whenComplete((held, failure) -> {
            if (failure != null || !held) {
                abandon(hold, null);
            } else {
                longHolds.remove(hold.owner());
            }
        });
    }

    /** The first answer; should it be a failure, the request is repeated in the background. */
    CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket) {
        long now = System.nanoTime();
        Long end = longHolds.remove(hold.owner());
        long patience = Math.max(leaseTime.toNanos(), end == null ? 0 : end - now);
        return abandon(hold, ticket, now, patience);
    }

    private CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket, long since, long patience) {
        return ask(() -> backend.abandon(hold, ticket)).whenComplete((nothing, failure) -> {
            long outage = System.nanoTime() - since;
            if (failure != null && !closed && BackendFailure.from(failure).retryable() && outage < patience) {
                long pause = PAUSE_NANOS + ThreadLocalRandom.current().nextLong(PAUSE_NANOS);
                Timer.after(pause + outage / PART_OF_OUTAGE, () -> abandon(hold, ticket, since, patience));
            }
        });
    }

    private void noteEnd(Owner owner, Duration time) {
        if (time.compareTo(leaseTime) > 0) {
            long now = System.nanoTime();
            longHolds.values().removeIf(end -> end - now < 0);
            longHolds.put(owner, now + time.toNanos());
        }
    }

    CompletionStage<Boolean> forceRelease(LockId lock) {
        return backend.forceRelease(lock);
    }

    CompletionStage<List<Holder>> look(LockId lock) {
        return backend.look(lock);
    }

    String place() {
        return backend.place();
    }

    Object store() {
        return backend.store();
    }

    /** Whether a request that leaves or clears up something has not been answered. */
    boolean isBusy() {
        return underWay.get() > 0;
    }

    void close() {
        closed = true;
        backend.close();
    }

    private <T extends @Nullable Object> CompletionStage<T> ask(Supplier<CompletionStage<T>> request) {
        if (underWay.get() >= MOST_UNANSWERED) {
            return CompletableFuture.failedFuture(
                    new BackendFailure(Effect.NONE_FOR_NOW, backend.place() + " does not answer", null));
        }
        underWay.incrementAndGet();
        return request.get().whenComplete((value, failure) -> underWay.decrementAndGet());
    }
}
