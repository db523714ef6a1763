package io.latchkey.benchmarks.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The threads of a worker in one round, which start together. */
final class Crew {

    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private final long nanos;
    private volatile long deadline;

    /** The threads are made and started at once, and wait. */
    Crew(Activity activity, List<Turns> turns, long nanos) {
        this.nanos = nanos;
        for (Turns each : turns) {
            Thread thread = new Thread(() -> run(activity, each), "bench-" + threads.size());
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    /** Lets them go and returns when the last one is done, but not before time is over. */
    void run(boolean toTheEnd) throws InterruptedException {
        deadline = System.nanoTime() + nanos;
        gate.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (toTheEnd && left > 0) {
            Thread.sleep(left);
        }
        Throwable failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("a thread failed: " + failed, failed);
        }
    }

    private void run(Activity activity, Turns turns) {
        try {
            gate.await();
            turns.run(activity, deadline);
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }
}
