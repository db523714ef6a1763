package io.latchkey.faults;

import io.latchkey.Locks;
import io.latchkey.NamedLock;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;

/** What the workers of a chaos run do: with which kind of lock, how many at once, and for how long each holds it. */
enum ChaosLoad {
    REENTRANT(4, Locks::reentrant) {
        @Override
        void work() throws InterruptedException {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            Thread.sleep(random.nextInt(20) == 0 ? 20 : 0, random.nextInt(500_000));
        }
    },
    /** A line so long that who comes to its end waits for seconds: only then does order show. */
    FAIR(120, Locks::fair) {
        @Override
        void work() throws InterruptedException {
            Thread.sleep(ThreadLocalRandom.current().nextInt(20));
        }
    };

    private final int threads;

    @SuppressWarnings("ImmutableEnumChecker") // references to methods, without state
    private final BiFunction<Locks, String, NamedLock> kind;

    ChaosLoad(int threads, BiFunction<Locks, String, NamedLock> kind) {
        this.threads = threads;
        this.kind = kind;
    }

    /** How many threads of each process ask for locks. */
    int threads() {
        return threads;
    }

    NamedLock lock(Locks locks, String name) {
        return kind.apply(locks, name);
    }

    abstract void work() throws InterruptedException;
}
