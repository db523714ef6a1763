package io.latchkey.testkit.contract;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A thread of its own that does what a test tells it, one thing after another. */
final class Actor implements AutoCloseable {

    /** What an actor does when it has nothing to return. */
    @FunctionalInterface
    interface Action {

        void run() throws Exception;
    }

    private final String name;
    private final ExecutorService executor;

    Actor(String name) {
        this.name = name;
        this.executor = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    String name() {
        return name;
    }

    Task<@Nullable Object> start(Action action) {
        return startCall(() -> {
            action.run();
            return null;
        });
    }

    <T extends @Nullable Object> Task<T> startCall(Callable<T> work) {
        Task<T> task = new Task<>(work);
        executor.execute(task);
        return task;
    }

    void run(Action action) throws Exception {
        start(action).result();
    }

    <T extends @Nullable Object> T call(Callable<T> work) throws Exception {
        return startCall(work).result();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
