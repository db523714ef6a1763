package io.latchkey.composite;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Something to be done later, on the JDK's own timer thread: it must not block. */
final class Timer {

    private final CompletableFuture<Void> time = new CompletableFuture<>();

    private Timer(long nanos, Runnable task) {
        time.thenRun(task);
        time.completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
    }

    static Timer after(long nanos, Runnable task) {
        return new Timer(nanos, task);
    }

    void cancel() {
        time.cancel(false);
    }
}
