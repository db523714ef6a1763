package io.latchkey.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One at a time, shown by what would go wrong otherwise: a counter nothing else guards, tokens that must grow. */
interface ExclusionContract extends LockWorld {

    int THREADS_PER_PROCESS = 8;
    int CYCLES = Effort.CHOSEN.cycles;

    /** How the threads take the lock. */
    enum Manner {
        RENEWED,
        FIXED,
        HANDLE,
        FUTURE,
        MIXED;

        private static final List<Manner> PLAIN = List.of(RENEWED, FIXED, HANDLE, FUTURE);

        void inside(NamedLock lock, int cycle, Unguarded protectee) throws Exception {
            switch (this) {
                case RENEWED -> {
                    lock.lock();
                    insideThread(lock, protectee);
                }
                case FIXED -> {
                    lock.lock(LONG);
                    insideThread(lock, protectee);
                }
                case HANDLE -> {
                    try (Lease lease = lock.acquire(LONG)) {
                        protectee.enter(lease);
                    }
                }
                case FUTURE -> {
                    try (Lease lease = lock.acquireAsync(LONG, LONG).get()) {
                        protectee.enter(lease);
                    }
                }
                case MIXED -> PLAIN.get(cycle % PLAIN.size()).inside(lock, cycle, protectee);
            }
        }

        private static void insideThread(NamedLock lock, Unguarded protectee) {
            try {
                protectee.enter(lock.currentLease().orElseThrow());
            } finally {
                lock.unlock();
            }
        }
    }

    /** Plain fields: two inside at once lose a count or see a token go down. */
    final class Unguarded {

        private final ToLongFunction<Lease> tokens;
        private int entries;
        private int outOfOrder;
        private long lastToken;

        Unguarded(ToLongFunction<Lease> tokens) {
            this.tokens = tokens;
        }

        void enter(Lease lease) {
            int seen = entries;
            long token = tokens.applyAsLong(lease);
            if (token <= lastToken) {
                outOfOrder++;
            }
            lastToken = token;
            Thread.onSpinWait();
            entries = seen + 1;
        }
    }

    @ParameterizedTest
    @EnumSource
    default void whenTwoProcessesOfManyThreadsCompeteShouldLetInOneAtATime(Manner manner) throws Exception {
        String name = freshName();
        Unguarded protectee = new Unguarded(this::tokenOf);
        CyclicBarrier start = new CyclicBarrier(2 * THREADS_PER_PROCESS);
        List<Task<?>> all = new ArrayList<>();

        for (Rival side : Rival.values()) {
            for (int i = 0; i < THREADS_PER_PROCESS; i++) {
                NamedLock lock = side.lock(this, name);
                all.add(actor().start(() -> {
                    start.await();
                    for (int cycle = 0; cycle < CYCLES; cycle++) {
                        manner.inside(lock, cycle, protectee);
                    }
                }));
            }
        }
        for (Task<?> thread : all) {
            thread.result();
        }

        assertThat(protectee.entries).isEqualTo(2 * THREADS_PER_PROCESS * CYCLES);
        assertThat(protectee.outOfOrder).as("tokens that did not grow").isZero();
    }
}
