package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockBackendException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Threads of several processes that count under one lock in a {@link FencedCounter}, through outages and losses: those are
 * not their failure, a lost count is.
 */
final class FencedLoad implements AutoCloseable {

    private final FencedCounter store = new FencedCounter();
    private final List<AtomicInteger> cycles = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;
    /** The last of what may happen; if it goes on happening, it tells why. */
    private volatile @Nullable Throwable outage;

    FencedLoad(String name, int threadsPerProcess, LockProcess... processes) {
        for (LockProcess process : processes) {
            AtomicInteger ofProcess = new AtomicInteger();
            cycles.add(ofProcess);
            for (int i = 0; i < threadsPerProcess; i++) {
                Thread thread = new Thread(() -> run(process.lock(name), ofProcess), "fenced-load");
                thread.setDaemon(true);
                threads.add(thread);
            }
        }
        threads.forEach(Thread::start);
    }

    /** Waits until every process has counted that many times more. */
    void awaitProgress(int more) {
        List<Integer> before = cycles.stream().map(AtomicInteger::get).toList();
        try {
            await("progress of every process").atMost(Duration.ofSeconds(40)).until(() -> {
                for (int i = 0; i < before.size(); i++) {
                    if (cycles.get(i).get() < before.get(i) + more) {
                        return failure != null;
                    }
                }
                return true;
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("from " + before + " counts only to " + cycles, outage);
        }
    }

    /** Ends the load; what the store accepted must all be there. */
    void stopAndCheck() throws InterruptedException {
        close();
        for (Thread thread : threads) {
            thread.join(Rig.SOON.toMillis());
            assertThat(thread.isAlive()).as("thread still runs").isFalse();
        }
        if (failure != null) {
            throw new AssertionError("the load failed after " + store.accepted() + " counts", failure);
        }
        assertThat(store.accepted()).isPositive();
        assertThat(store.value())
                .as("counts, of which " + store.refused() + " were refused")
                .isEqualTo(store.accepted());
    }

    private void run(NamedLock lock, AtomicInteger done) {
        try {
            while (!stopped) {
                cycle(lock, done);
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private void cycle(NamedLock lock, AtomicInteger done) throws InterruptedException {
        try {
            Lease lease = lock.acquire(Rig.SOON);
            long seen = store.read(lease.fencingToken());
            Thread.onSpinWait();
            if (seen >= 0) {
                store.write(lease.fencingToken(), seen + 1);
            }
            lease.release();
            done.incrementAndGet();
        } catch (LockBackendException | LeaseLostException e) {
            outage = e;
        }
    }

    @Override
    public void close() {
        stopped = true;
    }
}
