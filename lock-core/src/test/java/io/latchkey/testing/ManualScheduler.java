package io.latchkey.testing;

import io.latchkey.testing.ManualTask.Repeat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler whose tasks run when a test moves its time, on the test's thread and in the order they are due. Tasks
 * without delay run at the next {@link #runDue} or {@link #advance} as well. Tasks may be given from any thread.
 */
public final class ManualScheduler extends AbstractExecutorService implements ScheduledExecutorService, AutoCloseable {

    private static final int ENDLESS = 1_000_000;

    private final ManualTicker ticker;
    private final Queue<ManualTask<?>> queue = new PriorityQueue<>();
    private long sequence;
    private int running;
    private boolean shutdown;

    public ManualScheduler(ManualTicker ticker) {
        this.ticker = ticker;
    }

    /** Moves the time forward, from one due task to the next, and runs each at its time. */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time must not be negative, was " + time);
        }
        long target = ticker.nanoTime() + time.toNanos();
        runUntil(target);
        moveTo(target);
    }

    /** Runs what is due by now, without moving the time; returns how many runs that were. */
    public int runDue() {
        return runUntil(ticker.nanoTime());
    }

    /** How many tasks wait to run, now or later; a repeated one is one. */
    public synchronized int pendingTasks() {
        return queue.size();
    }

    @Override
    public void execute(Runnable command) {
        ScheduledFuture<?> unused = enqueue(Executors.callable(command), 0, Repeat.NEVER);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return enqueue(Executors.callable(command), unit.toNanos(delay), Repeat.NEVER);
    }

    @Override
    public <V extends @Nullable Object> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return enqueue(callable, unit.toNanos(delay), Repeat.NEVER);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return repeat(command, unit.toNanos(initialDelay), Repeat.Kind.AT_RATE, unit.toNanos(period));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return repeat(command, unit.toNanos(initialDelay), Repeat.Kind.WITH_DELAY, unit.toNanos(delay));
    }

    /** Takes no more tasks and cancels the repeated ones; the others still run when they are due. */
    @Override
    public void shutdown() {
        List<ManualTask<?>> repeated;
        synchronized (this) {
            shutdown = true;
            repeated = queue.stream().filter(ManualTask::isPeriodic).toList();
        }
        repeated.forEach(task -> task.cancel(false));
    }

    @Override
    public synchronized List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> neverRun = new ArrayList<>(queue);
        queue.clear();
        return neverRun;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutdown;
    }

    @Override
    public synchronized boolean isTerminated() {
        return shutdown && queue.isEmpty() && running == 0;
    }

    /** Does not wait, as only the caller could run what is left: says at once whether all has ended. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }

    @Override
    public void close() {
        shutdownNow();
    }

    private ScheduledFuture<?> repeat(Runnable command, long initialDelay, Repeat.Kind kind, long nanos) {
        if (nanos <= 0) {
            throw new IllegalArgumentException("period must be positive, was " + Duration.ofNanos(nanos));
        }
        return enqueue(Executors.callable(command), initialDelay, new Repeat(kind, nanos));
    }

    private synchronized <V extends @Nullable Object> ManualTask<V> enqueue(
            Callable<V> work, long delay, Repeat repeat) {
        if (shutdown) {
            throw new RejectedExecutionException("the scheduler is shut down");
        }
        long dueTime = ticker.nanoTime() + Math.max(0, delay);
        ManualTask<V> task = new ManualTask<>(work, ticker, dueTime, sequence++, repeat, this::remove);
        queue.add(task);
        return task;
    }

    private synchronized void remove(ManualTask<?> task) {
        queue.remove(task);
    }

    private int runUntil(long target) {
        int runs = 0;
        for (ManualTask<?> task = takeDue(target); task != null; task = takeDue(target)) {
            if (++runs == ENDLESS) {
                throw new IllegalStateException(
                        "after " + runs + " runs there are still tasks due; do they start each other?");
            }
            moveTo(task.dueTime());
            run(task);
        }
        return runs;
    }

    private synchronized @Nullable ManualTask<?> takeDue(long target) {
        ManualTask<?> next = queue.peek();
        if (next == null || next.dueTime() - target > 0) {
            return null;
        }
        running++;
        return queue.remove();
    }

    private void run(ManualTask<?> task) {
        boolean again = false;
        try {
            again = task.runOnce();
        } finally {
            afterRun(task, again);
        }
    }

    private synchronized void afterRun(ManualTask<?> task, boolean again) {
        running--;
        if (again && !shutdown && !task.isCancelled()) {
            queue.add(task);
        }
    }

    /** Never back: a task may itself have moved the ticker past the time of the next. */
    private void moveTo(long time) {
        long step = time - ticker.nanoTime();
        if (step > 0) {
            ticker.advance(Duration.ofNanos(step));
        }
    }
}
