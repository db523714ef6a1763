package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedSemaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several permits as one lease: all of them or none, and all of them back. */
interface SeveralPermitsContract extends SemaphoreWorld {

    @Test
    default void whenSeveralAreTakenShouldBeOneLease() throws Exception {
        String name = freshName();

        Lease three = here(name, 5).acquire(3, Duration.ZERO);

        assertThat(there(name, 5).availablePermits()).isEqualTo(2);
        three.release();
        assertThat(there(name, 5).availablePermits()).isEqualTo(5);
        awaitNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000_000, Integer.MAX_VALUE})
    default void whenAllOfVeryManyAreTakenShouldBeOneLeaseLikeAnother(int all) throws Exception {
        String name = freshName();

        Lease held = here(name, all).acquire(all - 1, Duration.ZERO);

        assertThat(there(name, all).availablePermits()).isEqualTo(1);
        assertThat(there(name, all).tryAcquire(2)).isEmpty();
        there(name, all).tryAcquire().orElseThrow().release();
        held.release();
        assertThat(there(name, all).availablePermits()).isEqualTo(all);
        awaitNothingLeft();
    }

    @Test
    default void whenTooFewAreLeftShouldTakeNone() throws Exception {
        String name = freshName();
        Lease three = here(name, 5).acquire(3, Duration.ZERO);

        assertThat(there(name, 5).tryAcquire(3)).isEmpty();
        assertThatThrownBy(() -> there(name, 5).acquire(3, LockWorld.VAIN_WAIT))
                .isInstanceOf(LockTimeoutException.class);

        assertThat(here(name, 5).availablePermits()).isEqualTo(2);
        there(name, 5).tryAcquire(2).orElseThrow().release();
        three.release();
        awaitNothingLeft();
    }

    @Test
    default void whenEnoughCameBackOneByOneShouldLetInWhoWantsSeveral() throws Exception {
        String name = freshName();
        List<Lease> taken = SemaphoreWorld.take(here(name, 3), 3);
        CompletableFuture<Lease> waiting = there(name, 3).acquireAsync(3, LONG);

        taken.get(0).release();
        taken.get(1).release();
        assertThat(waiting).isNotDone();
        taken.get(2).release();

        waiting.get(30, SECONDS).release();
        assertThat(here(name, 3).availablePermits()).isEqualTo(3);
    }

    @Test
    default void whenSeveralComeBackShouldServeThatManyWhoWantOne() throws Exception {
        String name = freshName();
        Lease all = here(name, 4).acquire(4, Duration.ZERO);
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add((i % 2 == 0 ? here(name, 4) : there(name, 4)).acquireAsync(LONG));
        }

        all.release();

        for (CompletableFuture<Lease> waiter : waiting) {
            assertThat(waiter.get(30, SECONDS).isValid()).isTrue();
        }
        for (CompletableFuture<Lease> waiter : waiting) {
            waiter.join().release();
        }
    }

    @Test
    default void whenOnePermitComesBackShouldPassByWhoWantsMore() throws Exception {
        String name = freshName();
        List<Lease> taken = SemaphoreWorld.take(here(name, 2), 2);
        CompletableFuture<Lease> wantsTwo = there(name, 2).acquireAsync(2, LONG);
        CompletableFuture<Lease> wantsOne =
                open(LONG).locks().semaphore(name, 2).acquireAsync(LONG);

        taken.get(0).release();

        Lease one = wantsOne.get(30, SECONDS);
        assertThat(wantsTwo).isNotDone();
        one.release();
        taken.get(1).release();
        wantsTwo.get(30, SECONDS).release();
    }

    @Test
    default void whenWhoWantsMoreGivesUpShouldServeTheNextOfItsProcess() throws Exception {
        String name = freshName();
        Lease held = there(name, 2).acquire(Duration.ZERO);
        CompletableFuture<Lease> wantsTwo = here(name, 2).acquireAsync(2, LONG);
        CompletableFuture<Lease> wantsOne = here(name, 2).acquireAsync(LONG);

        wantsTwo.cancel(false);

        wantsOne.get(30, SECONDS).release();
        held.release();
        awaitNothingLeft();
    }

    @Test
    default void whenALeaseOfSeveralEndsByItselfAllShouldComeBack() throws Exception {
        String name = freshName();
        Lease ending = here(name, 4).acquire(3, Duration.ZERO, LockWorld.SHORT_LEASE);

        Lease all = there(name, 4).acquire(4, LONG);

        assertThat(ending.isValid()).isFalse();
        all.release();
        assertThat(here(name, 4).availablePermits()).isEqualTo(4);
    }

    @Test
    default void whenHeldForLongerThanTheLeaseShouldRenewAllOfThem() throws Exception {
        NamedSemaphore semaphore = open(LockWorld.RENEWED_LEASE).locks().semaphore(freshName(), 3);
        Lease two = semaphore.acquire(2, Duration.ZERO);
        long start = System.nanoTime();

        eventually()
                .until(() -> System.nanoTime() - start
                        > LockWorld.RENEWED_LEASE.plusMillis(500).toNanos());

        two.ensureValid();
        assertThat(there(semaphore.name(), 3).availablePermits()).isEqualTo(1);
        two.release();
    }

    @Test
    default void whenManyWantDifferentNumbersShouldNeverBeMoreThanThereAre() throws Exception {
        String name = freshName();
        int permits = 4;
        AtomicInteger inUse = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Task<?>> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            NamedSemaphore semaphore = i % 2 == 0 ? here(name, permits) : there(name, permits);
            int wanted = 1 + i % 3;
            all.add(actor().start(() -> {
                for (int turn = 0; turn < 15; turn++) {
                    Lease lease = semaphore.acquire(wanted, LONG);
                    most.accumulateAndGet(inUse.addAndGet(wanted), Math::max);
                    Thread.sleep(1);
                    inUse.addAndGet(-wanted);
                    lease.release();
                }
            }));
        }

        for (Task<?> task : all) {
            task.result();
        }

        assertThat(most.get()).isBetween(3, permits);
        assertThat(here(name, permits).availablePermits()).isEqualTo(permits);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4})
    default void whenThereCannotBeThatManyShouldRefuse(int several) {
        NamedSemaphore semaphore = here(freshName(), 3);

        assertThatThrownBy(() -> semaphore.acquire(several, LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("permits must be between 1 and 3, was " + several);
        assertThatThrownBy(() -> semaphore.tryAcquire(several)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.acquireAsync(several, LONG)).isInstanceOf(IllegalArgumentException.class);
        assertThat(semaphore.availablePermits()).isEqualTo(3);
    }
}
