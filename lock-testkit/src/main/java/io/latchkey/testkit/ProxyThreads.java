package io.latchkey.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The daemon threads of one proxy, kept so that its end can wait for theirs. */
final class ProxyThreads {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final String prefix;
    private final List<Thread> threads = new ArrayList<>();

    ProxyThreads(String prefix) {
        this.prefix = prefix;
    }

    synchronized Thread start(String role, Runnable work) {
        threads.removeIf(thread -> !thread.isAlive());
        Thread thread = new Thread(work, prefix + "-" + role);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
        return thread;
    }

    /** Waits for all to end, which they do when their sockets are closed. */
    void join() {
        // One that ends may have started another, so the list is asked again and again.
        for (Optional<Thread> next = living(); next.isPresent(); next = living()) {
            join(next.get());
        }
    }

    /** Waits for one to end; keeps the caller's interrupt flag. */
    static void join(Thread thread) {
        boolean interrupted = Thread.interrupted();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (thread.isAlive()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new IllegalStateException(thread.getName() + " did not end within " + LIMIT);
            }
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Optional<Thread> living() {
        return threads.stream().filter(Thread::isAlive).findFirst();
    }
}
