package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.NamedSemaphore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Permits that end by themselves: each alone, told to its holder, and free for the next. */
interface PermitLossContract extends SemaphoreWorld {

    @Test
    default void whenAFixedLeaseIsOverThePermitShouldComeBackAndItsHolderBeTold() throws Exception {
        String name = freshName();
        List<Lease> told = new CopyOnWriteArrayList<>();
        Lease ending =
                here(name, 2).acquire(Duration.ZERO, LockWorld.SHORT_LEASE).onLost(told::add);
        Lease staying = here(name, 2).acquire(Duration.ZERO);

        Lease next = there(name, 2).acquire(LONG);

        assertThat(ending.isValid()).isFalse();
        eventually().until(() -> told.size() == 1);
        assertThat(told).containsExactly(ending);
        staying.ensureValid();
        next.ensureValid();
        staying.release();
        next.release();
    }

    @Test
    default void whenReleasedAfterItsEndShouldSaySoAndFreeNobodysPermit() throws Exception {
        String name = freshName();
        Lease late = here(name, 1).acquire(Duration.ZERO, LockWorld.SHORT_LEASE);
        Lease next = there(name, 1).acquire(LONG);

        assertThatThrownBy(late::release)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock '%s' expired while held by ", name);

        assertThat(here(name, 1).availablePermits()).isZero();
        next.ensureValid();
        next.release();
        assertThat(here(name, 1).availablePermits()).isEqualTo(1);
    }

    @Test
    default void whenSeveralEndShouldEachEndAlone() throws Exception {
        NamedSemaphore semaphore = here(freshName(), 3);
        Lease renewed = semaphore.acquire(Duration.ZERO);
        Lease brief = semaphore.acquire(Duration.ZERO, LockWorld.SHORT_LEASE);
        Lease fixed = semaphore.acquire(Duration.ZERO, LONG);

        eventually().until(() -> semaphore.availablePermits() == 1);

        assertThat(brief.isValid()).isFalse();
        assertThat(renewed.isValid()).isTrue();
        assertThat(fixed.isValid()).isTrue();
        renewed.release();
        fixed.release();
        assertThat(semaphore.availablePermits()).isEqualTo(3);
    }

    @Test
    default void whenHeldForLongerThanTheLeaseTheWatchdogShouldRenewEveryPermit() throws Exception {
        NamedSemaphore semaphore = open(LockWorld.RENEWED_LEASE).locks().semaphore(freshName(), 3);
        List<Lease> taken = SemaphoreWorld.take(semaphore, 3);
        long start = System.nanoTime();

        eventually()
                .until(() -> System.nanoTime() - start
                        > LockWorld.RENEWED_LEASE.plusMillis(500).toNanos());

        assertThat(taken).allSatisfy(Lease::ensureValid);
        assertThat(there(semaphore.name(), 3).availablePermits()).isZero();
        for (Lease lease : taken) {
            lease.release();
        }
    }
}
