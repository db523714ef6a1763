package io.latchkey.engine;

import static java.util.Objects.requireNonNull;

import io.latchkey.engine.EngineSettings.Seams;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads of an engine: one for the watchdog, others for users' code. What was given stays the giver's. */
final class EngineThreads implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EngineThreads.class);

    private final @Nullable ScheduledExecutorService ownScheduler;
    private final CallbackThreads ownCallbacks = new CallbackThreads();
    private final ScheduledExecutorService scheduler;
    private final Executor callbacks;
    private final Set<Runnable> whenClosed = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    EngineThreads(Seams seams) {
        this.ownScheduler = seams.scheduler() == null ? watchdogThread() : null;
        this.scheduler = ownScheduler != null ? ownScheduler : requireNonNull(seams.scheduler());
        this.callbacks = seams.callbacks() == null ? ownCallbacks : seams.callbacks();
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

    /** Runs something of the engine's on a fresh stack. */
    void elsewhere(Runnable task) {
        ownCallbacks.execute(task);
    }

    /** Runs what a user gave on a thread that nothing here depends on. */
    void callback(Runnable task) {
        try {
            callbacks.execute(task);
        } catch (RuntimeException | Error e) {
            // Whatever it was, somebody waits for what the task completes.
            log.warn("the executor for callbacks refused one", e);
            ownCallbacks.execute(task);
        }
    }

    /** Has a task run when time stands still here. */
    void whenClosed(Runnable task) {
        whenClosed.add(task);
        if (closed) {
            task.run();
        }
    }

    void notWhenClosed(Runnable task) {
        whenClosed.remove(task);
    }

    @Override
    public void close() {
        if (ownScheduler != null) {
            ownScheduler.shutdownNow();
        }
        closed = true;
        whenClosed.forEach(Runnable::run);
        ownCallbacks.close();
    }

    private static ScheduledExecutorService watchdogThread() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "latchkey-watchdog");
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
