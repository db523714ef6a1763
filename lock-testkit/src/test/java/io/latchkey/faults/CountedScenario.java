package io.latchkey.faults;

import static io.latchkey.faults.Stage.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedCountDownLatch;
import java.util.concurrent.CompletableFuture;

/** Uses of semaphores and latches that together send every kind of request, in an order that is the same each time. */
enum CountedScenario {
    /** Two acquires, two releases. */
    PERMITS_SIDE_BY_SIDE(4) {
        @Override
        void play(CountedStage stage) throws Exception {
            Lease one = stage.first(2).acquire(PATIENCE);
            Lease other = stage.second(2).acquire(PATIENCE);
            stage.inside(one, 2);
            stage.inside(other, 2);
            one.release();
            stage.inside(other, 1);
            other.release();
        }
    },

    /** Acquire, refused acquire, release with a wake-up, acquire, release. */
    PERMIT_CONTENDED(5) {
        @Override
        void play(CountedStage stage) throws Exception {
            Lease lease = stage.first(1).acquire(PATIENCE);
            CompletableFuture<Lease> other = stage.second(1).acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            stage.inside(lease, 1);
            lease.release();

            Lease next = stage.get(other);
            stage.inside(next, 1);
            next.release();
        }
    },

    /** Acquire, two renewals, release; after a fault some renewals more, to see the permit live on. */
    PERMIT_RENEWED(4) {
        @Override
        void play(CountedStage stage) throws Exception {
            Lease lease = stage.first(2).acquire(PATIENCE);
            stage.awaitCalls(3);
            if (stage.struck()) {
                stage.awaitCalls(5);
            }
            stage.inside(lease, 1);
            lease.release();
        }
    },

    /** Acquire, refused acquire, abandon, release. */
    PERMIT_WAIT_CANCELLED(4) {
        @Override
        void play(CountedStage stage) throws Exception {
            Lease lease = stage.first(1).acquire(PATIENCE);
            CompletableFuture<Lease> other = stage.second(1).acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            other.cancel(false);
            stage.awaitInLine(0);
            stage.inside(lease, 1);
            lease.release();
        }
    },

    /** Acquire, refused acquire, resize with a wake-up, acquire, two releases. */
    PERMITS_RESIZED(6) {
        @Override
        void play(CountedStage stage) throws Exception {
            Lease lease = stage.first(1).acquire(PATIENCE);
            CompletableFuture<Lease> other = stage.second(1).acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            stage.first(1).resize(2);
            Lease next = stage.get(other);
            stage.inside(next, 2);
            lease.release();
            next.release();
        }
    },

    /** Start, three times count down. */
    LATCH_COUNTED_DOWN(4) {
        @Override
        void play(CountedStage stage) {
            assertThat(stage.firstLatch().trySetCount(3)).isTrue();
            stage.assertCount(3);
            int left = 3;
            for (NamedCountDownLatch latch :
                    new NamedCountDownLatch[] {stage.firstLatch(), stage.secondLatch(), stage.firstLatch()}) {
                latch.countDown();
                stage.assertCount(--left);
            }
        }
    },

    /** Start, wait in line, count down with a wake-up, go through: in, and out. */
    LATCH_AWAITED(5) {
        @Override
        void play(CountedStage stage) throws Exception {
            assertThat(stage.firstLatch().trySetCount(1)).isTrue();
            CompletableFuture<Void> through = stage.secondLatch().awaitAsync();
            stage.awaitInLineOfLatch(1);
            stage.assertCount(1);
            stage.firstLatch().countDown();
            stage.get(through);
            stage.awaitCalls(5);
        }
    };

    private final int calls;

    CountedScenario(int calls) {
        this.calls = calls;
    }

    /** How many script calls it takes when nothing goes wrong. */
    int calls() {
        return calls;
    }

    abstract void play(CountedStage stage) throws Exception;
}
