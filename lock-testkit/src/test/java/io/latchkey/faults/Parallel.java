package io.latchkey.faults;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs what mostly waits side by side, to save time. */
final class Parallel {

    private static final int AT_ONCE = 10;

    private Parallel() {}

    /** Runs all of them to the end; the first failure, in their order, fails the run. */
    static void run(List<Callable<Void>> tasks) throws InterruptedException, ExecutionException {
        ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Future<Void> task : executor.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
