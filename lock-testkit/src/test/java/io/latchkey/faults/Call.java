package io.latchkey.faults;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A call made on a thread of its own: what came of it, and how long that took. */
record Call<T>(T value, Throwable failure, Duration took) {

    /** Makes the call on a new daemon thread. */
    static <T> CompletableFuture<Call<T>> start(Callable<T> call) {
        CompletableFuture<Call<T>> outcome = new CompletableFuture<>();
        Thread thread = new Thread(() -> outcome.complete(make(call)), "caller");
        thread.setDaemon(true);
        thread.start();
        return outcome;
    }

    static <T> Call<T> make(Callable<T> call) {
        long start = System.nanoTime();
        T value = null;
        Throwable failure = null;
        try {
            value = call.call();
        } catch (Exception | Error e) {
            failure = e;
        }
        return new Call<>(value, failure, Duration.ofNanos(System.nanoTime() - start));
    }

    static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(Rig.SOON.toSeconds(), TimeUnit.SECONDS);
    }
}
