package io.latchkey.engine;

import static java.util.Objects.requireNonNull;

import io.latchkey.engine.EngineSettings.Seams;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads of an engine: one for the watchdog, a few for users' code. What a test brought stays the test's. */
final class EngineThreads implements AutoCloseable {

    private static final int CALLBACK_THREADS = 8;

    private final @Nullable ScheduledExecutorService ownScheduler;
    private final @Nullable ExecutorService ownCallbacks;
    private final ScheduledExecutorService scheduler;
    private final Executor callbacks;

    EngineThreads(Seams seams) {
        this.ownScheduler = seams.scheduler() == null ? watchdogThread() : null;
        this.scheduler = ownScheduler != null ? ownScheduler : requireNonNull(seams.scheduler());
        this.ownCallbacks = seams.callbacks() == null ? callbackThreads() : null;
        this.callbacks = ownCallbacks != null ? ownCallbacks : requireNonNull(seams.callbacks());
    }

    /** Runs a task after a while, unless it is cancelled; null when the scheduler is shut down. */
    @Nullable
    ScheduledFuture<?> later(long nanos, Runnable task) {
        try {
            return scheduler.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** Runs what a user gave on a thread that nothing here depends on. */
    void callback(Runnable task) {
        try {
            callbacks.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    @Override
    public void close() {
        if (ownScheduler != null) {
            ownScheduler.shutdownNow();
        }
        if (ownCallbacks != null) {
            ownCallbacks.shutdown();
        }
    }

    private static ScheduledExecutorService watchdogThread() {
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(1, task -> daemon(task, "latchkey-watchdog"));
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /** Threads that are there while users' code has something to hear, several as it may block. */
    private static ExecutorService callbackThreads() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                CALLBACK_THREADS,
                CALLBACK_THREADS,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> daemon(task, "latchkey-callback"));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
