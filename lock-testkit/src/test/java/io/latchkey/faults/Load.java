package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads of several processes that take one lock in turn, and count inside it with a counter nothing else guards. What
 * goes wrong anywhere fails the load.
 */
final class Load implements AutoCloseable {

    private final String name;
    private final @Nullable Duration leaseTime;
    private final List<Client> clients = new ArrayList<>();
    private final CountDownLatch ended;
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    // Written inside the critical section only. Volatile, so that an overlap shows as a lost count, not as a stale
    // read.
    private volatile long counter;
    private volatile long highestToken;

    /** Starts that many threads in each process; without a lease time the watchdog renews. */
    Load(String name, @Nullable Duration leaseTime, int threadsPerProcess, LockProcess... processes) {
        this(ExclusiveKind.REENTRANT, name, leaseTime, threadsPerProcess, processes);
    }

    Load(
            ExclusiveKind kind,
            String name,
            @Nullable Duration leaseTime,
            int threadsPerProcess,
            LockProcess... processes) {
        this.name = name;
        this.leaseTime = leaseTime;
        this.ended = new CountDownLatch(processes.length * threadsPerProcess);
        for (LockProcess process : processes) {
            for (int i = 0; i < threadsPerProcess; i++) {
                clients.add(new Client(kind.of(process.locks(), name)));
            }
        }
        clients.forEach(client -> client.thread.start());
    }

    long cycles() {
        return counter;
    }

    /** Ends the load and checks it: no failure, an exact count, progress of each thread. */
    void stopAndCheck(long leastCyclesPerThread) throws InterruptedException {
        close();
        assertThat(ended.await(Rig.SOON.toSeconds(), TimeUnit.SECONDS))
                .as("all threads ended")
                .isTrue();
        if (failure != null) {
            throw new AssertionError("load on '" + name + "' failed after " + counter + " cycles", failure);
        }
        assertThat(clients)
                .allSatisfy(client -> assertThat(client.cycles).isGreaterThanOrEqualTo(leastCyclesPerThread));
        assertThat(counter)
                .isEqualTo(clients.stream().mapToLong(client -> client.cycles).sum());
    }

    @Override
    public void close() {
        stopped = true;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // That it is not atomic is the point.
    private void count(Lease lease) {
        long before = counter;
        assertThat(lease.fencingToken()).isGreaterThan(highestToken);
        highestToken = lease.fencingToken();
        Thread.onSpinWait();
        counter = before + 1;
    }

    private final class Client {

        private final NamedLock lock;
        private final Thread thread = new Thread(this::run, "load");
        private volatile long cycles;

        Client(NamedLock lock) {
            this.lock = lock;
            thread.setDaemon(true);
        }

        private void run() {
            try {
                while (!stopped && failure == null) {
                    cycle();
                }
            } catch (RuntimeException | Error e) {
                failure = e;
            } finally {
                ended.countDown();
            }
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // Written by this thread only.
        private void cycle() {
            if (leaseTime == null) {
                lock.lock();
            } else {
                lock.lock(leaseTime);
            }
            try {
                count(lock.currentLease().orElseThrow());
            } finally {
                lock.unlock();
            }
            cycles++;
        }
    }
}
