package io.latchkey.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.benchmarks.locks.BenchLock;
import io.latchkey.benchmarks.locks.Kind;
import io.latchkey.benchmarks.locks.LockClient;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exclusion check has teeth: what does not exclude is found out. */
class JobTest {

    private static final long ROUND_MILLIS = 200;
    private static final BenchLock NO_LOCK = BenchLock.of(() -> {}, () -> {});

    private final Path file;
    private final Board board;

    JobTest(@TempDir Path directory) {
        file = directory.resolve("board");
        board = Board.open(file);
    }

    @Test
    void whenALockExcludesShouldCountEveryEntry() throws Exception {
        Outcome outcome = run(
                BenchLock.of(new ReentrantLock()), Order.loop(Kind.REENTRANT, 4).working(50_000));

        assertThat(outcome.total()).isPositive().isEqualTo(board.counted());
        assertThat(outcome.overlaps()).isZero();
        assertThat(outcome.inTime()).hasSize(4);
        assertThat(outcome.latencies()).isNotEmpty();
    }

    @Test
    void whenALockDoesNotExcludeShouldNotice() throws Exception {
        Outcome outcome = run(NO_LOCK, Order.loop(Kind.REENTRANT, 4).working(50_000));

        assertThat(outcome.overlaps()).isPositive();
        assertThat(board.counted()).isLessThan(outcome.total());
    }

    @Test
    void whenEachHasALockOfItsOwnShouldNotTakeThatForAnOverlap() throws Exception {
        Outcome outcome =
                run(NO_LOCK, Order.loop(Kind.REENTRANT, 4).eachItsOwn().working(50_000));

        assertThat(outcome.total()).isPositive().isEqualTo(board.counted());
        assertThat(outcome.overlaps()).isZero();
    }

    @Test
    void whenEachTakesTheLockOnceShouldEndByItself() throws Exception {
        Outcome outcome = run(
                BenchLock.of(new ReentrantLock()),
                Order.loop(Kind.REENTRANT, 8).with(Activity.ONCE).working(1_000_000));

        assertThat(outcome.total()).isEqualTo(8).isEqualTo(board.counted());
        assertThat(outcome.elapsedNanos()).isGreaterThanOrEqualTo(8 * 1_000_000);
    }

    @Test
    void whenEnteredAgainShouldCountEntriesAndHoldOnce() throws Exception {
        Outcome outcome = run(
                BenchLock.of(new ReentrantLock()), Order.loop(Kind.REENTRANT, 1).with(Activity.REENTER));

        assertThat(outcome.inTime().get(0)).isGreaterThan(1_000);
        assertThat(outcome.total()).isEqualTo(1).isEqualTo(board.counted());
    }

    private Outcome run(BenchLock lock, Order order) throws Exception {
        Job job = new Job(order.in("lock", ROUND_MILLIS, file.toString(), 0), true, new OneLock(lock));
        Outcome outcome = job.run();
        assertThat(job.clean()).isZero();
        return outcome;
    }

    /** The same lock under every name. */
    private record OneLock(BenchLock only) implements LockClient {

        @Override
        public BenchLock lock(Kind kind, String name) {
            return only;
        }

        @Override
        public void close() {}
    }
}
