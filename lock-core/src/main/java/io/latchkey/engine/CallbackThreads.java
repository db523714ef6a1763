package io.latchkey.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs users' code, which may block: each task begins at once, on a thread that waits for nothing else. Virtual threads from
 * JDK 24 on; before, one that blocks in a synchronized block keeps its carrier from all others.
 */
final class CallbackThreads implements Executor, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CallbackThreads.class);
    private static final String NAME = "latchkey-callback-";
    private static final int PINNING_ENDS_WITH = 24;

    private final ThreadFactory threads = Runtime.version().feature() >= PINNING_ENDS_WITH ? virtual() : daemons();
    private final ThreadPoolExecutor growing =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    @Override
    public void execute(Runnable task) {
        waiting.add(task);
        try {
            growing.execute(this::runWaiting);
        } catch (RejectedExecutionException e) {
            // Closed; but somebody still waits for what the task completes.
            threads.newThread(this::runWaiting).start();
        } catch (OutOfMemoryError e) {
            log.error("no thread can be made for what follows a lock; it has to wait for one that is free", e);
        }
    }

    private void runWaiting() {
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            task.run();
        }
    }

    @Override
    public void close() {
        growing.shutdown();
    }

    private static ThreadFactory daemons() {
        AtomicLong count = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, NAME + count.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** By reflection, as this is compiled for JDK 17. */
    private static ThreadFactory virtual() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, NAME, 0L);
            return (ThreadFactory) type.getMethod("factory").invoke(named);
        } catch (ReflectiveOperationException e) {
            log.debug("no virtual threads here", e);
            return daemons();
        }
    }
}
