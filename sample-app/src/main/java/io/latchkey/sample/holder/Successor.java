package io.latchkey.sample.holder;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waits for the lock of a story. Once closed it keeps nothing, not even a lock that it gets just then. */
final class Successor implements AutoCloseable {

    private final NamedLock lock;
    private @Nullable CompletableFuture<Lease> waiting;
    private @Nullable Lease lease;
    private boolean closed;

    Successor(NamedLock lock) {
        this.lock = lock;
    }

    /** Says on another thread what came of it, unless it is closed before. */
    void await(Duration longest, Consumer<Lease> got, Consumer<Throwable> failed) {
        CompletableFuture<Lease> acquisition = lock.acquireAsync(longest);
        synchronized (this) {
            waiting = acquisition;
        }
        acquisition.whenComplete((acquired, failure) -> {
            if (acquired == null) {
                fail(failure, failed);
            } else if (keep(acquired)) {
                got.accept(acquired);
            } else {
                acquired.releaseAsync();
            }
        });
    }

    private synchronized boolean keep(Lease acquired) {
        if (!closed) {
            lease = acquired;
        }
        return !closed;
    }

    private void fail(Throwable failure, Consumer<Throwable> failed) {
        if (!isClosed()) {
            failed.accept(failure);
        }
    }

    synchronized boolean hasTheLock() {
        return lease != null;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        CompletableFuture<Lease> open;
        Lease held;
        synchronized (this) {
            closed = true;
            open = waiting;
            held = lease;
        }
        if (open != null) {
            open.cancel(false);
        }
        if (held != null) {
            held.close();
        }
    }
}
