package io.latchkey.benchmarks.locks;

import java.util.List;
import java.util.concurrent.locks.Lock;

/** One thread's way to one lock. Some libraries want back what they handed out, so it is not shared between threads. */
public interface BenchLock {

    void lock() throws Exception;

    void unlock() throws Exception;

    static BenchLock of(Lock lock) {
        return of(lock::lock, lock::unlock);
    }

    static BenchLock of(Step lock, Step unlock) {
        return new BenchLock() {
            @Override
            public void lock() throws Exception {
                lock.run();
            }

            @Override
            public void unlock() throws Exception {
                unlock.run();
            }
        };
    }

    /** Takes all, one after the other, and gives them back in reverse. */
    static BenchLock inOrder(List<BenchLock> locks) {
        return of(
                () -> {
                    for (BenchLock lock : locks) {
                        lock.lock();
                    }
                },
                () -> {
                    for (int i = locks.size() - 1; i >= 0; i--) {
                        locks.get(i).unlock();
                    }
                });
    }

    /** Half of what is done with a lock. */
    interface Step {

        void run() throws Exception;
    }
}
