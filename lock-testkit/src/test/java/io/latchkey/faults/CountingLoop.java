package io.latchkey.faults;

import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Threads that count inside one lock, each a given number of times. */
record CountingLoop(
        NamedLock lock, int threads, int cycles, @Nullable Duration leaseTime, SharedCounter counter) {

    /** Runs to the end and returns how often all threads together have counted. */
    long run() throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(this::runThread);
            }
            long counted = 0;
            for (Future<Long> task : executor.invokeAll(tasks)) {
                counted += task.get();
            }
            return counted;
        } catch (ExecutionException e) {
            throw new IllegalStateException(String.valueOf(e.getCause()), e);
        } finally {
            executor.shutdownNow();
        }
    }

    private long runThread() {
        for (int i = 0; i < cycles; i++) {
            if (leaseTime == null) {
                lock.lock();
            } else {
                lock.lock(leaseTime);
            }
            try {
                counter.count(lock.currentLease().orElseThrow().fencingToken());
            } finally {
                lock.unlock();
            }
        }
        return cycles;
    }
}
