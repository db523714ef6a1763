package io.latchkey.composite;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Has things done later, on the JDK's own timer thread: they must not block. */
final class Timer {

    private Timer() {}

    static void after(long nanos, Runnable task) {
        CompletableFuture<Void> time = new CompletableFuture<>();
        time.thenRun(task);
        time.completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
    }
}
