package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedSemaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Permits: as many as there are, never more, and each comes back once. */
interface PermitContract extends SemaphoreWorld {

    @Test
    default void whenTwoProcessesContendShouldNeverBeMoreInsideThanPermits() throws Exception {
        String name = freshName();
        int permits = 3;
        int turns = 25;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Task<?>> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            NamedSemaphore semaphore = i % 2 == 0 ? here(name, permits) : there(name, permits);
            all.add(actor().start(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    Lease lease = semaphore.acquire(LONG);
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.sleep(1);
                    inside.decrementAndGet();
                    lease.release();
                }
            }));
        }

        for (Task<?> task : all) {
            task.result();
        }

        assertThat(most.get()).isBetween(2, permits);
        assertThat(here(name, permits).availablePermits()).isEqualTo(permits);
    }

    @Test
    default void whenThereArePermitsForAllShouldLetThemInTogether() throws Exception {
        String name = freshName();
        int permits = 6;
        CyclicBarrier allInside = new CyclicBarrier(permits);
        List<Task<?>> all = new ArrayList<>();
        for (int i = 0; i < permits; i++) {
            NamedSemaphore semaphore = i % 2 == 0 ? here(name, permits) : there(name, permits);
            all.add(actor().start(() -> {
                Lease lease = semaphore.acquire(LONG);
                allInside.await(20, SECONDS);
                lease.release();
            }));
        }

        for (Task<?> task : all) {
            task.result();
        }

        assertThat(there(name, permits).availablePermits()).isEqualTo(permits);
    }

    @Test
    default void whenManyTryAtOnceShouldGiveOutEveryPermit() throws Exception {
        int permits = 8;
        NamedSemaphore semaphore = here(freshName(), permits);
        for (int round = 0; round < 10; round++) {
            CyclicBarrier together = new CyclicBarrier(permits);
            List<Task<Lease>> all = new ArrayList<>();
            for (int i = 0; i < permits; i++) {
                all.add(actor().startCall(() -> {
                    together.await(20, SECONDS);
                    return semaphore.tryAcquire().orElseThrow();
                }));
            }

            List<Lease> taken = new ArrayList<>();
            for (Task<Lease> task : all) {
                taken.add(task.result());
            }

            assertThat(semaphore.tryAcquire()).isEmpty();
            for (Lease lease : taken) {
                lease.release();
            }
        }
    }

    @Test
    default void whenNoneIsLeftTryShouldBeEmpty() throws Exception {
        String name = freshName();
        Lease one = here(name, 2).acquire(Duration.ZERO);
        Lease other = there(name, 2).tryAcquire().orElseThrow();

        assertThat(here(name, 2).tryAcquire()).isEmpty();
        assertThat(there(name, 2).tryAcquire()).isEmpty();

        other.release();
        Lease again = here(name, 2).tryAcquire().orElseThrow();
        one.release();
        again.release();
        awaitNothingLeft();
    }

    @Test
    default void whenAskedShouldTellHowManyAreFree() throws Exception {
        String name = freshName();
        assertThat(here(name, 3).availablePermits()).isEqualTo(3);

        Lease one = here(name, 3).acquire(Duration.ZERO);
        Lease other = there(name, 3).acquire(Duration.ZERO);

        assertThat(here(name, 3).availablePermits()).isEqualTo(1);
        assertThat(there(name, 3).availablePermits()).isEqualTo(1);
        one.release();
        other.release();
        assertThat(here(name, 3).availablePermits()).isEqualTo(3);
    }

    @Test
    default void whenReleasedTwiceShouldGiveBackOnePermit() throws Exception {
        String name = freshName();
        List<Lease> taken = SemaphoreWorld.take(here(name, 3), 3);

        taken.get(0).release();
        taken.get(0).release();
        taken.get(0).close();

        assertThat(there(name, 3).availablePermits()).isEqualTo(1);
        taken.get(1).release();
        taken.get(2).release();
        assertThat(there(name, 3).availablePermits()).isEqualTo(3);
    }

    @Test
    default void whenTwoObjectsHaveOneNameShouldShareThePermits() throws Exception {
        String name = freshName();
        Lease held = here(name, 1).acquire(Duration.ZERO);

        assertThat(here(name, 1).tryAcquire()).isEmpty();
        assertThat(here(name + "x", 1).availablePermits()).isEqualTo(1);

        held.release();
    }

    @Test
    default void whenTakenOneAfterTheOtherShouldHaveGrowingTokens() throws Exception {
        String name = freshName();
        List<Lease> taken = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            NamedSemaphore semaphore = i % 3 == 0 ? there(name, 4) : here(name, 4);
            taken.add(semaphore.acquire(Duration.ZERO));
            if (i >= 3) {
                taken.get(i - 3).release();
            }
        }

        assertThat(taken)
                .extracting(Lease::fencingToken)
                .doesNotHaveDuplicates()
                .isSorted();
        for (Lease lease : taken.subList(7, 10)) {
            lease.release();
        }
    }

    @Test
    default void whenAPermitIsHeldShouldServeAnyThread() throws Exception {
        NamedSemaphore semaphore = here(freshName(), 1);
        Lease lease = semaphore.acquire(Duration.ZERO, Duration.ofSeconds(10));

        assertThat(actor().call(() -> lease.extend(LONG))).isTrue();
        assertThat(lease.remaining()).isGreaterThan(Duration.ofSeconds(20));
        actor().run(lease::release);

        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }
}
