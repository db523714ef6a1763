package io.latchkey.spring.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.VirtualThreadTaskExecutor;

/**
 * Where the bodies of methods that return a stage run, and what callers do with their results: as many threads as it
 * takes, as any of them may wait for a stage that needs one too. Those with nothing to do end after some seconds.
 *
 * <p>It is no {@link java.util.concurrent.Executor}: a bean of that type would be taken for the application's. When the
 * context closes, what runs may finish before the locks are closed.
 */
public final class StageThreads implements SmartLifecycle, DisposableBean {

    private static final String NAME_PREFIX = "latchkey-stage-";
    private static final int IDLE_SECONDS = 10;

    /** Higher phases stop earlier; the locks have 1. */
    private static final int JUST_BEFORE_THE_LOCKS = 2;

    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final ConfigurableApplicationContext context;
    private final ThreadPoolExecutor pool;
    private volatile boolean running;

    /**
     * @param virtual whether to use virtual threads, which only a JVM from 21 on has
     */
    public StageThreads(ConfigurableApplicationContext context, boolean virtual) {
        this.context = context;
        this.pool =
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        // A virtual thread is not worth keeping.
                        virtual ? 0 : IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        withClassLoader(
                                virtual
                                        ? new VirtualThreadTaskExecutor(NAME_PREFIX).getVirtualThreadFactory()
                                        : platformThreads(),
                                context.getClassLoader())) {
                    @Override
                    protected void terminated() {
                        end.complete(null);
                    }
                };
    }

    /** Threads that inherit nothing from whoever happens to need one first: others use them later. */
    private static ThreadFactory platformThreads() {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(null, task, NAME_PREFIX + count.getAndIncrement(), 0, false);
            thread.setDaemon(true);
            return thread;
        };
    }

    private static ThreadFactory withClassLoader(ThreadFactory threads, @Nullable ClassLoader ofApplication) {
        return task -> {
            Thread thread = threads.newThread(task);
            thread.setContextClassLoader(ofApplication);
            return thread;
        };
    }

    /** Runs the task on a thread that nobody else waits for. */
    public void execute(Runnable task) {
        pool.execute(task);
    }

    @Override
    public int getPhase() {
        return JUST_BEFORE_THE_LOCKS;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    /** A context that is only stopped or paused may be started again. */
    @Override
    public void stop(Runnable whenDone) {
        running = false;
        if (context.isClosed()) {
            pool.shutdown();
            end.thenRun(whenDone);
        } else {
            whenDone.run();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Interrupts what has not finished in time. */
    @Override
    public void destroy() {
        pool.shutdownNow();
    }
}
