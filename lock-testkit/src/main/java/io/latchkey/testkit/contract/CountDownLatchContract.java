package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.LONG;
import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.LockException;
import io.latchkey.NamedCountDownLatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every latch must do, on whatever backend. */
@Timeout(60)
public abstract class CountDownLatchContract extends TwoProcesses {

    protected final NamedCountDownLatch here(String name) {
        return first().locks().countDownLatch(name);
    }

    protected final NamedCountDownLatch there(String name) {
        return second().locks().countDownLatch(name);
    }

    @Test
    void whenCountedDownWhileOthersWaitHereShouldBeOpenAtOnce() throws Exception {
        String name = freshName();
        for (int i = 0; i < 20; i++) {
            assertThat(here(name).trySetCount(1)).isTrue();
            CompletableFuture<Void> waiting = here(name).awaitAsync();

            here(name).countDown();

            assertThat(here(name).await(Duration.ZERO)).isTrue();
            waiting.get(20, SECONDS);
        }
    }

    @Test
    void whenStartedShouldCountDownFromBothProcesses() {
        String name = freshName();

        assertThat(here(name).trySetCount(3)).isTrue();
        assertThat(there(name).getCount()).isEqualTo(3);
        there(name).countDown();
        here(name).countDown();
        assertThat(here(name).getCount()).isEqualTo(1);
        there(name).countDown();

        assertThat(here(name).getCount()).isZero();
    }

    @Test
    void whenRunningShouldNotStartAgain() {
        String name = freshName();
        assertThat(here(name).trySetCount(2)).isTrue();

        assertThat(here(name).trySetCount(5)).isFalse();
        assertThat(there(name).trySetCount(2)).isFalse();

        assertThat(there(name).getCount()).isEqualTo(2);
        here(name).countDown();
        here(name).countDown();
    }

    @Test
    void whenCountedDownEveryWaiterInBothProcessesShouldGoThrough() throws Exception {
        String name = freshName();
        here(name).trySetCount(2);
        List<Task<?>> threads = new ArrayList<>();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (NamedCountDownLatch latch : List.of(here(name), there(name))) {
            threads.add(actor().start(latch::await).awaitParked());
            threads.add(actor().startCall(() -> {
                        assertThat(latch.await(LONG)).isTrue();
                        return null;
                    })
                    .awaitParked());
            futures.add(latch.awaitAsync());
        }

        here(name).countDown();
        assertThat(there(name).getCount()).isEqualTo(1);
        assertThat(threads).noneMatch(Task::isDone);
        assertThat(futures).noneMatch(CompletableFuture::isDone);
        there(name).countDown();

        for (Task<?> thread : threads) {
            thread.result();
        }
        for (CompletableFuture<Void> future : futures) {
            future.get(30, SECONDS);
        }
    }

    @Test
    void whenHundredsWaitAllShouldGoThrough() throws Exception {
        String name = freshName();
        here(name).trySetCount(1);
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            waiting.add(here(name).awaitAsync());
            waiting.add(there(name).awaitAsync());
        }
        List<Task<?>> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            threads.add(actor().start((i % 2 == 0 ? here(name) : there(name))::await)
                    .awaitParked());
        }

        there(name).countDown();

        CompletableFuture.allOf(waiting.toArray(new CompletableFuture<?>[0])).get(30, SECONDS);
        for (Task<?> thread : threads) {
            thread.result();
        }
    }

    @Test
    void whenOpenShouldLetThroughAtOnce() throws Exception {
        NamedCountDownLatch latch = here(freshName());

        latch.await();
        assertThat(latch.await(Duration.ZERO)).isTrue();
        latch.awaitAsync().get(30, SECONDS);

        assertThat(latch.getCount()).isZero();
        awaitNothingLeft();
    }

    @Test
    void whenOpenShouldLetManyThroughWhoDoNotWait() throws Exception {
        NamedCountDownLatch latch = here(freshName());
        List<Task<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            all.add(actor().startCall(() -> latch.await(Duration.ZERO)));
        }

        for (Task<Boolean> task : all) {
            assertThat(task.result()).isTrue();
        }
    }

    @Test
    void whenNotOpenInTimeShouldSaySoAndLeaveTheLine() throws Exception {
        String name = freshName();
        there(name).trySetCount(1);
        List<String> onlyTheCount = leftovers();

        assertThat(here(name).await(Duration.ZERO)).isFalse();
        assertThat(here(name).await(LockWorld.VAIN_WAIT)).isFalse();

        eventually().until(() -> leftovers().equals(onlyTheCount));
        here(name).countDown();
        assertThat(here(name).await(Duration.ZERO)).isTrue();
    }

    @Test
    void whenCountedDownBelowZeroShouldDoNothing() {
        String name = freshName();
        here(name).countDown();
        assertThat(here(name).getCount()).isZero();
        here(name).trySetCount(1);

        here(name).countDown();
        there(name).countDown();
        here(name).countDown();

        assertThat(there(name).getCount()).isZero();
        assertThat(there(name).trySetCount(2)).isTrue();
        assertThat(here(name).getCount()).isEqualTo(2);
        here(name).countDown();
        here(name).countDown();
    }

    @Test
    void whenUsedAgainShouldHoldWaitersBackAgain() throws Exception {
        String name = freshName();
        for (int round = 0; round < 20; round++) {
            assertThat(here(name).trySetCount(1)).isTrue();
            CompletableFuture<Void> local = here(name).awaitAsync();
            CompletableFuture<Void> remote = there(name).awaitAsync();
            assertThat(there(name).getCount()).isEqualTo(1);
            assertThat(local).isNotDone();
            assertThat(remote).isNotDone();

            there(name).countDown();

            local.get(30, SECONDS);
            remote.get(30, SECONDS);
        }
    }

    @Test
    void whenStartedAgainAtOnceShouldLetThroughAllWhoWaitedBefore() throws Exception {
        String name = freshName();
        here(name).trySetCount(1);
        for (int round = 0; round < 50; round++) {
            List<CompletableFuture<Void>> waiting = new ArrayList<>();
            for (NamedCountDownLatch latch : List.of(here(name), there(name), here(name), there(name))) {
                waiting.add(latch.awaitAsync());
            }
            awaitKnown(name);

            here(name).countDown();
            assertThat(here(name).trySetCount(1)).isTrue();
            CompletableFuture<Void> late = there(name).awaitAsync();

            CompletableFuture.allOf(waiting.toArray(new CompletableFuture<?>[0]))
                    .get(20, SECONDS);
            assertThat(late).isNotDone();
            late.cancel(false);
        }
        here(name).countDown();
    }

    /** Waits until the backend knows of all who wait: of the first in each process, and with its next request of the others. */
    private void awaitKnown(String name) {
        for (NamedCountDownLatch latch : List.of(here(name), here(name), there(name), there(name))) {
            assertThat(latch.getCount()).isEqualTo(1);
        }
    }

    @Test
    void whenManyCountDownTogetherShouldCountEachOnce() throws Exception {
        String name = freshName();
        here(name).trySetCount(401);
        List<Task<?>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            NamedCountDownLatch latch = i % 2 == 0 ? here(name) : there(name);
            all.add(actor().start(() -> {
                for (int turn = 0; turn < 50; turn++) {
                    latch.countDown();
                }
            }));
        }

        for (Task<?> task : all) {
            task.result();
        }

        assertThat(here(name).getCount()).isEqualTo(1);
        here(name).countDown();
    }

    @Test
    void whenCancelledShouldLeaveTheLine() {
        String name = freshName();
        there(name).trySetCount(1);
        List<String> onlyTheCount = leftovers();
        CompletableFuture<Void> waiting = here(name).awaitAsync();

        assertThat(waiting.cancel(false)).isTrue();

        eventually().until(() -> leftovers().equals(onlyTheCount));
        there(name).countDown();
        awaitNothingLeft();
    }

    @Test
    void whenInterruptedShouldThrowAndLeaveTheLine() {
        String name = freshName();
        there(name).trySetCount(1);
        List<String> onlyTheCount = leftovers();
        Task<?> waiting = actor().start(here(name)::await).awaitParked();

        waiting.interrupt();

        assertThatThrownBy(waiting::result).isInstanceOf(InterruptedException.class);
        eventually().until(() -> leftovers().equals(onlyTheCount));
        there(name).countDown();
    }

    @Test
    void whenClosedWaitersShouldEndAndTheCountStay() {
        String name = freshName();
        Peer peer = open(LONG);
        NamedCountDownLatch latch = peer.locks().countDownLatch(name);
        latch.trySetCount(1);
        Task<?> thread = actor().start(latch::await).awaitParked();
        CompletableFuture<Void> future = latch.awaitAsync();

        peer.close();

        assertThatThrownBy(thread::result).isExactlyInstanceOf(LockException.class);
        assertThatThrownBy(() -> future.get(30, SECONDS)).hasCauseExactlyInstanceOf(LockException.class);
        assertThat(here(name).getCount()).isEqualTo(1);
        here(name).countDown();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void whenThereIsNothingToCountShouldRefuse(int count) {
        NamedCountDownLatch latch = here(freshName());

        assertThatThrownBy(() -> latch.trySetCount(count))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count must be at least 1, was " + count);

        assertThat(latch.getCount()).isZero();
    }

    @Test
    void whenAWaitTimeMakesNoSenseShouldSaySo() {
        assertThatThrownBy(() -> here(freshName()).await(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("waitTime must be zero or positive, was PT-0.001S");
    }

    @ParameterizedTest
    @MethodSource("io.latchkey.testkit.contract.NameContract#badNames")
    void whenANameIsNoNameShouldRefuseIt(String name, String refusal) {
        assertThatThrownBy(() -> here(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(refusal);
    }

    @ParameterizedTest
    @MethodSource("io.latchkey.testkit.contract.NameContract#oddNames")
    void whenANameIsOddShouldCarryItAsItIs(String name) throws Exception {
        assertThat(here(name).trySetCount(1)).isTrue();
        assertThat(here(name).name()).isEqualTo(name);
        CompletableFuture<Void> waiting = there(name).awaitAsync();
        assertThat(there(name).getCount()).isEqualTo(1);

        here(name).countDown();

        waiting.get(30, SECONDS);
    }
}
