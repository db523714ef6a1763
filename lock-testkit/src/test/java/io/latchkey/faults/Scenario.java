package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Uses of an exclusive lock that together send every kind of request, in an order that is the same each time. */
enum Scenario {
    UNCONTENDED(2) {
        @Override
        void play(LockStage stage) {
            NamedLock lock = stage.first();

            lock.lock();
            stage.inside(lock.currentLease().orElseThrow());
            lock.unlock();
        }
    },

    /** Acquire, refused acquire, release with a wake-up, acquire, release. */
    CONTENDED(5) {
        @Override
        void play(LockStage stage) throws Exception {
            Lease lease = stage.first().acquire(PATIENCE);
            CompletableFuture<Lease> other = stage.second().acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            stage.inside(lease);
            lease.release();

            Lease next = stage.get(other);
            stage.inside(next);
            next.release();
        }
    },

    /** Acquire, two passes, release; each who comes to a fair lock also asks for a place. */
    PASSED_ON_WITH_FIXED_LEASES(4, 6) {
        @Override
        void play(LockStage stage) throws Exception {
            passOn(stage, () -> stage.first().acquireAsync(PATIENCE, LONG_LEASE));
        }
    },

    PASSED_ON_WITH_WATCHDOG(4, 6) {
        @Override
        void play(LockStage stage) throws Exception {
            passOn(stage, () -> stage.first().acquireAsync(PATIENCE));
        }
    },

    /** Acquire, refused acquire, pass refused in favour of the other process, acquire, release, acquire, release. */
    PASSED_ON_WHILE_ANOTHER_PROCESS_WAITS(7, 8) {
        @Override
        void play(LockStage stage) throws Exception {
            Lease lease = stage.first().acquire(PATIENCE, LONG_LEASE);
            CompletableFuture<Lease> other = stage.second().acquireAsync(PATIENCE, LONG_LEASE);
            stage.awaitInLine(1);
            CompletableFuture<Lease> local = stage.first().acquireAsync(PATIENCE, LONG_LEASE);
            stage.awaitCallsForPlaces(3);
            outliveRun();
            stage.inside(lease);
            lease.release();

            Lease elsewhere = stage.get(other);
            assertThat(local).isNotDone();
            stage.awaitInLine(1);
            stage.inside(elsewhere);
            elsewhere.release();

            Lease again = stage.get(local);
            stage.inside(again);
            again.release();
        }
    },

    /** Acquire, three renewals, release; after a fault some renewals more, to see the lease live on. */
    RENEWED(5) {
        @Override
        Duration leaseTime() {
            return Duration.ofSeconds(3);
        }

        @Override
        void play(LockStage stage) throws Exception {
            Lease lease = stage.first().acquire(PATIENCE);
            stage.awaitCalls(4);
            if (stage.struck()) {
                stage.awaitCalls(6);
            }
            stage.inside(lease);
            lease.release();
        }
    },

    /** Acquire, refused acquire, abandon, release. */
    TIMED_OUT(4) {
        @Override
        void play(LockStage stage) throws Exception {
            Lease lease = stage.first().acquire(PATIENCE, LONG_LEASE);
            assertThat(triedInVain(stage)).isTrue();
            stage.awaitInLine(0);
            stage.inside(lease);
            lease.release();
        }

        /** A fault may take longer to heal than the wait, and the backend then counts as silent. */
        private boolean triedInVain(LockStage stage) throws InterruptedException {
            try {
                return !stage.second().tryLock(Duration.ofMillis(1_500));
            } catch (LockBackendException e) {
                return stage.struck();
            }
        }
    },

    /** The same for a caller that goes away. */
    CANCELLED(4) {
        @Override
        void play(LockStage stage) throws Exception {
            Lease lease = stage.first().acquire(PATIENCE, LONG_LEASE);
            CompletableFuture<Lease> other = stage.second().acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            other.cancel(false);
            stage.awaitInLine(0);
            stage.inside(lease);
            lease.release();
        }
    };

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);

    private final int calls;
    private final int callsWithPlaces;

    Scenario(int calls) {
        this(calls, calls);
    }

    Scenario(int calls, int callsWithPlaces) {
        this.calls = calls;
        this.callsWithPlaces = callsWithPlaces;
    }

    /** Of the watchdog; long, so that renewals do not come between the calls. */
    Duration leaseTime() {
        return LONG_LEASE;
    }

    /** How many script calls it takes when nothing goes wrong, at least. */
    int calls(ExclusiveKind kind) {
        return kind == ExclusiveKind.FAIR ? callsWithPlaces : calls;
    }

    abstract void play(LockStage stage) throws Exception;

    private static void passOn(LockStage stage, java.util.function.Supplier<CompletableFuture<Lease>> acquisition)
            throws Exception {
        List<CompletableFuture<Lease>> turns = new ArrayList<>();
        turns.add(acquisition.get());
        Lease first = stage.get(turns.get(0));
        turns.add(acquisition.get());
        stage.awaitCallsForPlaces(2);
        turns.add(acquisition.get());
        stage.awaitCallsForPlaces(3);
        stage.inside(first);
        outliveRun();
        first.release();
        for (CompletableFuture<Lease> turn : turns.subList(1, 3)) {
            Lease lease = stage.get(turn);
            stage.inside(lease);
            outliveRun();
            lease.release();
        }
    }

    /** A lock is handed on without asking the server for 10 ms. */
    private static void outliveRun() throws InterruptedException {
        Thread.sleep(20);
    }
}
