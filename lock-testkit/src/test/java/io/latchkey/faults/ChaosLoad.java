package io.latchkey.faults;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What the workers of a chaos run do: with which kind of lock, how many at once, and for how long each holds it. */
enum ChaosLoad {
    REENTRANT(4, 1, taking(Locks::reentrant)) {
        @Override
        void work() throws InterruptedException {
            workBriefly();
        }
    },
    /** A line so long that who comes to its end waits for seconds: only then does order show. */
    FAIR(120, 1, taking(Locks::fair)) {
        @Override
        void work() throws InterruptedException {
            Thread.sleep(ThreadLocalRandom.current().nextInt(20));
        }
    },
    /** Fewer permits than ask for them. */
    PERMITS(4, 3, (locks, name, wait, lease) -> {
        var semaphore = locks.semaphore(name, 3);
        return lease == null ? semaphore.acquire(wait) : semaphore.acquire(wait, lease);
    }) {
        @Override
        void work() throws InterruptedException {
            workBriefly();
        }
    };

    /** Takes a lock, for a time or renewed. */
    private interface Taking {

        Lease take(Locks locks, String name, Duration wait, @Nullable Duration lease) throws InterruptedException;
    }

    private final int threads;
    private final int permits;

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    private final Taking taking;

    ChaosLoad(int threads, int permits, Taking taking) {
        this.threads = threads;
        this.permits = permits;
        this.taking = taking;
    }

    private static Taking taking(BiFunction<Locks, String, NamedLock> kind) {
        return (locks, name, wait, lease) -> {
            NamedLock lock = kind.apply(locks, name);
            return lease == null ? lock.acquire(wait) : lock.acquire(wait, lease);
        };
    }

    /** How many threads of each process ask for locks. */
    int threads() {
        return threads;
    }

    /** How many may hold a lock at once. */
    int permits() {
        return permits;
    }

    Lease acquire(Locks locks, String name, Duration wait, @Nullable Duration lease) throws InterruptedException {
        return taking.take(locks, name, wait, lease);
    }

    abstract void work() throws InterruptedException;

    private static void workBriefly() throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Thread.sleep(random.nextInt(20) == 0 ? 20 : 0, random.nextInt(500_000));
    }
}
