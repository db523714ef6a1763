package io.latchkey.testing;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.junit.jupiter.api.Test;

class ManualSchedulerTest {

    /** Close to where nanoTime overflows, which must make no difference. */
    private static final long START = Long.MAX_VALUE - Duration.ofSeconds(2).toNanos();

    private final ManualTicker ticker = ManualTicker.startingAt(START);
    private final ManualScheduler scheduler = new ManualScheduler(ticker);
    private final List<String> runs = new ArrayList<>();

    @Test
    void whenTimeStandsStillShouldRunNothing() {
        scheduler.execute(() -> note("now"));

        assertThat(runs).isEmpty();
        assertThat(scheduler.pendingTasks()).isEqualTo(1);
    }

    @Test
    void whenDueTasksAreRunShouldRunThoseWithoutDelayOnly() {
        scheduler.execute(() -> note("now"));
        noteAfter("later", 1);

        int count = scheduler.runDue();

        assertThat(count).isEqualTo(1);
        assertThat(runs).containsExactly("now@0");
        assertThat(scheduler.pendingTasks()).isEqualTo(1);
    }

    @Test
    void whenTimeAdvancesShouldRunTasksInDueOrderAtTheirTime() {
        noteAfter("third", 3000);
        noteAfter("first", 1000);
        noteAfter("second", 1000);
        noteAfter("never", 5001);

        scheduler.advance(Duration.ofSeconds(5));

        assertThat(runs).containsExactly("first@1000", "second@1000", "third@3000");
        assertThat(now()).isEqualTo(5000);
    }

    @Test
    void whenTaskSchedulesAnotherShouldRunItInTheSameAdvance() {
        Future<?> first = scheduler.schedule(() -> noteAfter("nested", 500), 1, SECONDS);

        scheduler.advance(Duration.ofSeconds(2));

        assertThat(first).isDone();
        assertThat(runs).containsExactly("nested@1500");
    }

    @Test
    void whenScheduledAtFixedRateShouldRunOncePerPeriod() {
        ScheduledFuture<?> task = scheduler.scheduleAtFixedRate(
                () -> {
                    note("tick");
                    ticker.advance(Duration.ofMillis(100));
                },
                500,
                1000,
                MILLISECONDS);

        scheduler.advance(Duration.ofMillis(2600));

        assertThat(runs).containsExactly("tick@500", "tick@1500", "tick@2500");
        assertThat(task.isDone()).isFalse();
    }

    @Test
    void whenScheduledWithFixedDelayShouldCountFromTheEndOfTheRun() {
        ScheduledFuture<?> task = scheduler.scheduleWithFixedDelay(
                () -> {
                    note("tick");
                    ticker.advance(Duration.ofMillis(100));
                },
                500,
                1000,
                MILLISECONDS);

        scheduler.advance(Duration.ofMillis(2700));

        assertThat(runs).containsExactly("tick@500", "tick@1600", "tick@2700");
        assertThat(task.isDone()).isFalse();
    }

    @Test
    void whenRepeatedTaskThrowsShouldEnd() {
        ScheduledFuture<?> task = scheduler.scheduleAtFixedRate(
                () -> {
                    note("tick");
                    throw new IllegalStateException("broken");
                },
                1,
                1,
                SECONDS);

        scheduler.advance(Duration.ofSeconds(3));

        assertThat(runs).containsExactly("tick@1000");
        assertThatThrownBy(task::get).isInstanceOf(ExecutionException.class).hasRootCauseMessage("broken");
        assertThat(scheduler.pendingTasks()).isZero();
    }

    @Test
    void whenCancelledShouldNotRunAndNotWait() {
        ScheduledFuture<?> task = later("cancelled", 1000);

        task.cancel(false);
        scheduler.advance(Duration.ofSeconds(2));

        assertThat(runs).isEmpty();
        assertThat(scheduler.pendingTasks()).isZero();
    }

    @Test
    void whenRepeatedTaskCancelsItselfShouldNotComeBack() {
        List<ScheduledFuture<?>> self = new ArrayList<>();
        self.add(scheduler.scheduleAtFixedRate(
                () -> {
                    note("once");
                    self.get(0).cancel(false);
                },
                1,
                1,
                SECONDS));

        scheduler.advance(Duration.ofSeconds(3));

        assertThat(runs).containsExactly("once@1000");
        assertThat(scheduler.pendingTasks()).isZero();
    }

    @Test
    void whenSubmittedShouldCompleteTheFuture() throws Exception {
        Future<String> future = scheduler.submit(() -> "value");

        scheduler.runDue();

        assertThat(future.get()).isEqualTo("value");
    }

    @Test
    void whenDelayIsAskedForShouldFollowTheTicker() {
        ScheduledFuture<?> task = later("later", 1000);

        scheduler.advance(Duration.ofMillis(400));

        assertThat(task.getDelay(MILLISECONDS)).isEqualTo(600);
    }

    @Test
    void whenShutDownShouldStillRunDelayedTasksButNotRepeatedOnes() {
        noteAfter("last", 1000);
        ScheduledFuture<?> repeated = scheduler.scheduleAtFixedRate(() -> note("tick"), 1, 1, SECONDS);

        scheduler.shutdown();
        boolean terminatedBefore = scheduler.isTerminated();
        scheduler.advance(Duration.ofSeconds(2));

        assertThat(terminatedBefore).isFalse();
        assertThat(repeated.isCancelled()).isTrue();
        assertThat(runs).containsExactly("last@1000");
        assertThat(scheduler.awaitTermination(1, SECONDS)).isTrue();
        assertThatThrownBy(() -> scheduler.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void whenShutDownNowShouldReturnWhatNeverRan() {
        noteAfter("never", 1000);

        List<Runnable> neverRun = scheduler.shutdownNow();

        assertThat(neverRun).hasSize(1);
        assertThat(scheduler.isTerminated()).isTrue();
    }

    @Test
    void whenTimeIsNegativeShouldRefuse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ticker.advance(Duration.ofSeconds(-1)))
                .withMessage("time must not be negative, was PT-1S");
        assertThatIllegalArgumentException().isThrownBy(() -> scheduler.advance(Duration.ofSeconds(-1)));
    }

    private void noteAfter(String name, long millis) {
        ScheduledFuture<?> unused = later(name, millis);
    }

    private ScheduledFuture<?> later(String name, long millis) {
        return scheduler.schedule(() -> note(name), millis, MILLISECONDS);
    }

    private void note(String name) {
        runs.add(name + "@" + now());
    }

    private long now() {
        return Duration.ofNanos(ticker.nanoTime() - START).toMillis();
    }
}
