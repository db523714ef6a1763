package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.NamedSemaphore;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
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
    public Lease acquire(int several, Duration waitTime) throws InterruptedException {
        return engine.calls.acquireOrThrow(request(several).waitUpTo(waitTime));
    }

    @Override
    public Lease acquire(int several, Duration waitTime, Duration leaseTime) throws InterruptedException {
        return engine.calls.acquireOrThrow(request(several).waitUpTo(waitTime).leaseFor(leaseTime));
    }

    @Override
    public Optional<Lease> tryAcquire(int several) {
        return Optional.ofNullable(engine.calls.outcome(engine.calls.acquireUninterruptibly(request(several))));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(int several, Duration waitTime) {
        return AsyncAcquisition.start(engine, request(several).waitUpTo(waitTime));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(int several, Duration waitTime, Duration leaseTime) {
        return AsyncAcquisition.start(
                engine, request(several).waitUpTo(waitTime).leaseFor(leaseTime));
    }

    @Override
    public int availablePermits() {
        int limit =
                engine.answer(id, () -> engine.backend.counters().permits(id)).orElse(permits);
        int taken = engine.look(id).stream()
                .mapToInt(holder ->
                        Owner.parse(holder.owner()).map(Owner::permits).orElse(1))
                .sum();
        return Math.max(0, limit - taken);
    }

    @Override
    public void resize(int newPermits) {
        int limit = positive(newPermits);
        engine.answer(id, () -> engine.backend.counters().resize(id, limit));
    }

    private LockRequest request(int several) {
        if (several < 1 || several > permits) {
            throw new IllegalArgumentException("permits must be between 1 and %d, was %d".formatted(permits, several));
        }
        return LockRequest.now(id).taking(several, permits);
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
