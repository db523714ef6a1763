package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A latch as its user sees it. To wait at it is to take a lock that everybody gets while the count is zero, and to give it
 * back at once; so it waits as all locks do.
 */
final class EngineCountDownLatch implements NamedCountDownLatch {

    private final LockEngine engine;
    private final LockId id;

    EngineCountDownLatch(LockEngine engine, LockId id) {
        this.engine = engine;
        this.id = id;
    }

    @Override
    public String name() {
        return id.name();
    }

    @Override
    public boolean trySetCount(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, was " + count);
        }
        Owner operation = engine.newOperation();
        return engine.answer(id, () -> engine.backend.counters().start(id, count, operation));
    }

    @Override
    public void countDown() {
        Owner operation = engine.newOperation();
        engine.answer(id, () -> engine.backend.counters().countDown(id, operation));
    }

    @Override
    public long getCount() {
        return engine.answer(id, () -> engine.backend.counters().count(id));
    }

    @Override
    public void await() throws InterruptedException {
        await(LockRequest.patient(id));
    }

    @Override
    public boolean await(Duration waitTime) throws InterruptedException {
        LockRequest request = LockRequest.now(id).waitUpTo(waitTime);
        if (request.waitNanos() > 0) {
            return await(request);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        // Not by way of those who wait here: they may not have heard yet that the count is zero.
        return getCount() == 0;
    }

    private boolean await(LockRequest request) throws InterruptedException {
        HeldLease through = engine.calls.outcome(engine.calls.acquire(request, true));
        if (through != null) {
            through.releaseAsync();
        }
        return through != null;
    }

    @Override
    public CompletableFuture<Void> awaitAsync() {
        CompletableFuture<Lease> through = AsyncAcquisition.start(engine, LockRequest.patient(id));
        CompletableFuture<Void> open = new CompletableFuture<>();
        through.whenComplete((lease, failure) -> {
            if (failure == null) {
                // Whatever has become of the caller's future.
                lease.releaseAsync();
                open.complete(null);
            } else {
                open.completeExceptionally(failure);
            }
        });
        open.whenComplete((nothing, failure) -> through.cancel(false));
        return open;
    }

    @Override
    public String toString() {
        return "NamedCountDownLatch['" + id.printable() + "']";
    }
}
