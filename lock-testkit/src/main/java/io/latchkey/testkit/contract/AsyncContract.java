package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting without a thread. */
interface AsyncContract extends LockWorld {

    @Test
    default void whenFreeShouldCompleteWithALease() throws Exception {
        NamedLock lock = here(freshName());

        Lease renewed = lock.acquireAsync(Duration.ZERO).get(30, SECONDS);
        assertThat(renewed.isValid()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        renewed.release();

        Lease fixed = lock.acquireAsync(LONG, LONG).get(30, SECONDS);
        assertThat(fixed.remaining()).isGreaterThan(LONG.dividedBy(2)).isLessThanOrEqualTo(LONG);
        fixed.release();
    }

    @ParameterizedTest
    @EnumSource
    default void whenARivalReleasesShouldComplete(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);
        CompletableFuture<Lease> waiting = here(name).acquireAsync(LONG);
        assertThat(here(name).isLocked()).isTrue();
        assertThat(waiting).isNotDone();

        held.release();

        waiting.get(30, SECONDS).release();
    }

    /** More than any fixed number of threads that is likely to be chosen. */
    int BLOCKED = 40;

    @Test
    default void whenUsersCodeBlocksOthersShouldStillBeAnswered() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        List<Lease> blocked = new CopyOnWriteArrayList<>();
        try {
            for (int i = 0; i < BLOCKED; i++) {
                String name = freshName();
                Lease held = there(name).acquire(Duration.ZERO);
                here(name).acquireAsync(LONG).thenAccept(lease -> {
                    blocked.add(lease);
                    awaitQuietly(goOn);
                });
                held.release();
            }
            eventually().until(() -> blocked.size() == BLOCKED);

            String busy = freshName();
            Lease held = there(busy).acquire(Duration.ZERO);
            assertThat(here(busy).acquireAsync(VAIN_WAIT))
                    .failsWithin(LONG)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(LockTimeoutException.class);
            held.release();
            here(busy).acquireAsync(LONG).get(30, SECONDS).releaseAsync().get(30, SECONDS);
            CountDownLatch told = new CountDownLatch(1);
            here(busy).acquireAsync(LONG, SHORT_LEASE).get(30, SECONDS).onLost(lost -> told.countDown());
            assertThat(told.await(30, SECONDS)).isTrue();
        } finally {
            goOn.countDown();
            blocked.forEach(Lease::release);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @EnumSource
    default void whenTheWaitIsOverShouldFailWithATimeout(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);

        CompletableFuture<Lease> now = here(name).acquireAsync(Duration.ZERO);
        CompletableFuture<Lease> soon = here(name).acquireAsync(VAIN_WAIT);

        for (CompletableFuture<Lease> waiting : List.of(now, soon)) {
            assertThatThrownBy(() -> waiting.get(30, SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("lock '%s' was busy for the whole wait of ", name);
        }
        held.release();
        awaitNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    default void whenCancelledShouldLeaveNothingAndTheNextShouldGetIt(Rival rival) throws Exception {
        Recorder recorder = new Recorder();
        NamedLock lock = in(open(LONG, recorder), freshName());
        Lease held = (rival == Rival.IN_THIS_PROCESS ? lock : there(lock.name())).acquire(Duration.ZERO);
        long acquiredBefore = recorder.count("acquired " + lock.name());
        CompletableFuture<Lease> cancelled = lock.acquireAsync(LONG);
        CompletableFuture<Lease> next = lock.acquireAsync(LONG);

        assertThat(cancelled.cancel(false)).isTrue();
        held.release();

        next.get(30, SECONDS).release();
        assertThat(lock.isLocked()).isFalse();
        assertThat(recorder.count("acquired " + lock.name())).isEqualTo(acquiredBefore + parts());
        awaitNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    default void whenTheOnlyWaiterIsCancelledShouldLeaveNothing(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);
        List<String> onlyTheLock = leftovers();
        CompletableFuture<Lease> waiting = here(name).acquireAsync(LONG);

        waiting.cancel(false);
        eventually().until(() -> leftovers().equals(onlyTheLock));
        held.release();

        awaitNothingLeft();
        assertThat(there(name).tryLock()).isTrue();
        there(name).unlock();
    }

    @Test
    default void whenCancelledAtOnceShouldLeaveNothing() {
        NamedLock lock = here(freshName());

        for (int i = 0; i < 50; i++) {
            CompletableFuture<Lease> acquisition = lock.acquireAsync(LONG);
            if (!acquisition.cancel(false)) {
                acquisition.join().release();
            }
        }

        awaitNothingLeft();
        eventually().until(lock::tryLock);
        lock.unlock();
    }

    @Test
    default void whenCompletedCancellingShouldNotReleaseIt() throws Exception {
        CompletableFuture<Lease> acquisition = here(freshName()).acquireAsync(Duration.ZERO);
        Lease lease = acquisition.get(30, SECONDS);

        assertThat(acquisition.cancel(true)).isFalse();

        lease.ensureValid();
        lease.release();
    }

    @Test
    default void whenCompletedTheLeaseShouldServeAnyThread() throws Exception {
        NamedLock lock = here(freshName());
        Lease lease = lock.acquireAsync(LONG, Duration.ofSeconds(10)).get(30, SECONDS);

        assertThat(actor().call(() -> lease.extend(LONG))).isTrue();
        actor().run(lease::ensureValid);
        actor().run(lease::release);

        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenComposedShouldHandTheLockOnAndOn() throws Exception {
        NamedLock lock = here(freshName());
        int[] unguarded = {0};
        List<CompletableFuture<Void>> all = new ArrayList<>();

        for (int i = 0; i < 200; i++) {
            NamedLock taken = i % 2 == 0 ? lock : there(lock.name());
            all.add(taken.acquireAsync(LONG).thenCompose(lease -> {
                unguarded[0]++;
                return lease.releaseAsync();
            }));
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(60, SECONDS);

        assertThat(unguarded[0]).isEqualTo(200);
    }
}
