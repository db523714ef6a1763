package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.NamedSemaphore;
import io.latchkey.spi.LockId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A semaphore as its user sees it. It has no state of its own. */
final class EngineSemaphore implements NamedSemaphore {

    private final LockEngine engine;
    private final LockId id;
    private final int permits;

    EngineSemaphore(LockEngine engine, LockId id, int permits) {
        this.engine = engine;
        this.id = id;
        this.permits = positive(permits);
    }

    @Override
    public String name() {
        return id.name();
    }

    @Override
    public Lease acquire(Duration waitTime) throws InterruptedException {
        return engine.acquireOrThrow(request().waitUpTo(waitTime));
    }

    @Override
    public Lease acquire(Duration waitTime, Duration leaseTime) throws InterruptedException {
        return engine.acquireOrThrow(request().waitUpTo(waitTime).leaseFor(leaseTime));
    }

    @Override
    public Optional<Lease> tryAcquire() {
        return Optional.ofNullable(engine.outcome(engine.acquireUninterruptibly(request())));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(Duration waitTime) {
        return AsyncAcquisition.start(engine, request().waitUpTo(waitTime));
    }

    @Override
    public int availablePermits() {
        int limit = engine.answer(id, engine.backend.counters().permits(id)).orElse(permits);
        return Math.max(0, limit - engine.look(id).size());
    }

    @Override
    public void resize(int newPermits) {
        engine.answer(id, engine.backend.counters().resize(id, positive(newPermits)));
    }

    private LockRequest request() {
        return LockRequest.now(id).outOf(permits);
    }

    private static int positive(int permits) {
        if (permits < 1) {
            throw new IllegalArgumentException("permits must be at least 1, was " + permits);
        }
        return permits;
    }

    @Override
    public String toString() {
        return "NamedSemaphore['" + id.printable() + "' of " + permits + "]";
    }
}
