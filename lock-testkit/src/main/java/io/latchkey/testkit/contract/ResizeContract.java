package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedSemaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Changing the number of permits while they are in use. */
interface ResizeContract extends SemaphoreWorld {

    @Test
    default void whenThereAreMorePermitsWaitersInBothProcessesShouldGetThem() throws Exception {
        String name = freshName();
        Lease held = here(name, 1).acquire(Duration.ZERO);
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(here(name, 1).acquireAsync(LONG));
            waiting.add(there(name, 1).acquireAsync(LONG));
        }

        there(name, 1).resize(9);

        for (CompletableFuture<Lease> waiter : waiting) {
            assertThat(waiter.get(30, SECONDS).isValid()).isTrue();
        }
        assertThat(here(name, 1).availablePermits()).isZero();
        assertThat(here(name, 1).tryAcquire()).isEmpty();
        held.release();
        for (CompletableFuture<Lease> waiter : waiting) {
            waiter.join().release();
        }
        assertThat(there(name, 1).availablePermits()).isEqualTo(9);
    }

    @Test
    default void whenThereAreFewerPermitsThanInUseShouldGrantNoneUntilEnoughCameBack() throws Exception {
        String name = freshName();
        NamedSemaphore semaphore = here(name, 3);
        List<Lease> taken = SemaphoreWorld.take(semaphore, 3);

        there(name, 3).resize(1);

        assertThat(taken).allSatisfy(Lease::ensureValid);
        assertThat(semaphore.availablePermits()).isZero();
        taken.get(0).release();
        taken.get(1).release();
        assertThat(semaphore.availablePermits()).isZero();
        assertThat(semaphore.tryAcquire()).isEmpty();
        assertThat(there(name, 3).tryAcquire()).isEmpty();
        taken.get(2).release();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
        Lease last = there(name, 3).tryAcquire().orElseThrow();
        assertThat(semaphore.tryAcquire()).isEmpty();
        last.release();
    }

    @Test
    default void whenThereAreFewerPermitsAWaiterElsewhereShouldComeInWhenEnoughCameBack() throws Exception {
        String name = freshName();
        List<Lease> taken = SemaphoreWorld.take(here(name, 3), 3);
        here(name, 3).resize(2);
        CompletableFuture<Lease> waiting = there(name, 3).acquireAsync(LONG);

        taken.get(0).release();
        assertThat(there(name, 3).availablePermits()).isZero();
        assertThat(waiting).isNotDone();
        taken.get(1).release();

        waiting.get(30, SECONDS).release();
        taken.get(2).release();
        assertThat(here(name, 3).availablePermits()).isEqualTo(2);
    }

    @Test
    default void whenResizedShouldHoldForEveryProcessAndForNewObjects() {
        String name = freshName();

        here(name, 5).resize(2);

        assertThat(there(name, 5).availablePermits()).isEqualTo(2);
        assertThat(open(LONG).locks().semaphore(name, 7).availablePermits()).isEqualTo(2);
    }
}
