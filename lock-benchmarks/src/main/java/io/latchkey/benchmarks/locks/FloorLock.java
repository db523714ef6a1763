package io.latchkey.benchmarks.locks;

import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The least a lock on Redis can be: one script to take it, one to give it back. Where others want it too, a release
 * tells them, and whoever is told tries again; no tokens, no renewal, no order.
 */
final class FloorLock implements BenchLock {

    private static final long POLL_MILLIS = 100;

    private final FloorScripts scripts;
    private final String key;
    private final @Nullable Semaphore signal;
    private final String owner = UUID.randomUUID().toString();

    FloorLock(FloorScripts scripts, String key, @Nullable Semaphore signal) {
        this.scripts = scripts;
        this.key = key;
        this.signal = signal;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // Only where nobody else is expected, and nobody will tell.
    public void lock() throws InterruptedException {
        while (!scripts.acquire(key, owner)) {
            if (signal == null) {
                Thread.yield();
            } else {
                boolean unused = signal.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void unlock() {
        if (!(signal == null ? scripts.release(key, owner) : scripts.releaseAndTell(key, owner))) {
            throw new IllegalStateException("the lock was lost");
        }
    }
}
