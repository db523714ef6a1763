package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Something an {@link Actor} does. */
final class Task<T extends @Nullable Object> extends FutureTask<T> {

    /** Far longer than anything takes, so that a failed test ends. */
    private static final int LIMIT_SECONDS = 90;

    private volatile @Nullable Thread thread;

    Task(Callable<T> work) {
        super(work);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        super.run();
    }

    /** Waits for the end, and returns or throws what the task did. */
    T result() throws Exception {
        try {
            return get(LIMIT_SECONDS, SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw (Error) e.getCause();
        } catch (TimeoutException e) {
            AssertionError hanging = new AssertionError("still not done after " + LIMIT_SECONDS + " s, see the cause");
            hanging.initCause(whereItIs());
            throw hanging;
        }
    }

    /** Waits until the task waits for something. */
    Task<T> awaitParked() {
        LockWorld.eventually().until(this::isParked);
        return this;
    }

    boolean isParked() {
        Thread runner = thread;
        return runner != null
                && !isDone()
                && (runner.getState() == Thread.State.WAITING || runner.getState() == Thread.State.TIMED_WAITING);
    }

    void interrupt() {
        Thread runner = thread;
        if (runner != null && !isDone()) {
            runner.interrupt();
        }
    }

    private Throwable whereItIs() {
        Throwable where = new IllegalStateException("the task is here");
        Thread runner = thread;
        if (runner != null) {
            where.setStackTrace(runner.getStackTrace());
        }
        return where;
    }
}
