package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lease as a handle that belongs to no thread. */
interface LeaseContract extends LockWorld {

    @Test
    default void whenFreeEveryFormShouldHandOutALease() throws Exception {
        NamedLock lock = here(freshName());

        Lease[] leases = new Lease[3];
        leases[0] = lock.acquire(Duration.ZERO);
        leases[0].release();
        leases[1] = lock.acquire(LONG, LONG);
        leases[1].release();
        leases[2] = lock.tryAcquire().orElseThrow();
        leases[2].release();

        assertThat(leases).extracting(Lease::name).containsOnly(lock.name());
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenHeldShouldBeValidForAsLongAsItSays() throws Exception {
        try (Lease lease = here(freshName()).acquire(Duration.ZERO, LONG)) {
            assertThat(lease.isValid()).isTrue();
            assertThat(lease.remaining()).isGreaterThan(LONG.dividedBy(2)).isLessThanOrEqualTo(LONG);
            lease.ensureValid();
        }
    }

    @ParameterizedTest
    @EnumSource
    default void whenReleasedByAnyThreadTheNextWaiterShouldGetIt(Rival rival) throws Exception {
        String name = freshName();
        Lease lease = here(name).acquire(Duration.ZERO);
        Task<Lease> waiting =
                actor().startCall(() -> rival.lock(this, name).acquire(LONG)).awaitParked();

        actor().run(lease::release);

        waiting.result().release();
    }

    @Test
    default void whenReleasedShouldBeOverForGood() throws Exception {
        NamedLock lock = here(freshName());
        Lease lease = lock.acquire(Duration.ZERO);

        lease.release();

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThat(lease.extend(LONG)).isFalse();
        assertThatThrownBy(lease::ensureValid)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock '%s' was released, not lost, while held by ", lock.name());
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenReleasedAgainShouldDoNothing() throws Exception {
        String name = freshName();
        Lease lease = here(name).acquire(Duration.ZERO);
        lease.release();
        Lease next = here(name).acquire(Duration.ZERO);

        lease.release();
        lease.close();
        lease.releaseAsync().get(30, SECONDS);

        assertThat(next.isValid()).isTrue();
        assertThat(there(name).isLocked()).isTrue();
        next.release();
    }

    @Test
    default void whenClosedShouldBeReleased() throws Exception {
        NamedLock lock = here(freshName());

        try (Lease lease = lock.acquire(Duration.ZERO)) {
            assertThat(lease.isValid()).isTrue();
        }

        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenReleasedAsynchronouslyShouldBeFreeOnCompletion() throws Exception {
        NamedLock lock = here(freshName());
        Lease lease = lock.acquire(Duration.ZERO);

        lease.releaseAsync().get(30, SECONDS);

        assertThat(lease.isValid()).isFalse();
        assertThat(there(lock.name()).isLocked()).isFalse();
    }

    @Test
    default void whenAcquiredTwiceByOneThreadShouldBeTwoHolds() throws Exception {
        NamedLock lock = here(freshName());
        Lease first = lock.acquire(Duration.ZERO);

        assertThat(lock.tryAcquire()).isEmpty();
        assertThatThrownBy(() -> lock.acquire(Duration.ZERO)).isInstanceOf(LockTimeoutException.class);

        first.release();
        Lease second = lock.acquire(Duration.ZERO);
        assertThat(second).isNotSameAs(first);
        assertLater(second, first);
        second.release();
    }

    @Test
    default void whenAcquiredAsAHandleTheThreadShouldNotBeInside() throws Exception {
        NamedLock lock = here(freshName());
        Lease lease = lock.acquire(Duration.ZERO);

        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(lock.currentLease()).isEmpty();
        assertThat(lock.tryLock()).isFalse();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);

        assertThat(lease.isValid()).isTrue();
        lease.release();
    }

    @Test
    default void whenAThreadIsInsideItsOwnHandleShouldHaveToWait() throws Exception {
        NamedLock lock = here(freshName());
        lock.lock();

        assertThat(lock.tryAcquire()).isEmpty();

        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
    }

    @Test
    default void whenExtendedShouldLastLonger() throws Exception {
        String name = freshName();
        Lease lease = here(name).acquire(Duration.ZERO, Duration.ofSeconds(5));

        assertThat(lease.extend(LONG)).isTrue();

        assertThat(lease.remaining()).isGreaterThan(LONG.dividedBy(2)).isLessThanOrEqualTo(LONG);
        assertThat(there(name).remainingLease()).isGreaterThan(LONG.dividedBy(2));
        lease.release();
    }

    @Test
    default void whenExtendedByLessThanRemainsShouldNotBecomeShorter() throws Exception {
        String name = freshName();
        Lease lease = here(name).acquire(Duration.ZERO, LONG);

        assertThat(lease.extend(SHORT_LEASE)).isTrue();

        assertThat(lease.remaining()).isGreaterThan(LONG.dividedBy(2));
        assertThat(there(name).remainingLease()).isGreaterThan(LONG.dividedBy(2));
        lease.release();
    }

    @Test
    default void whenRenewedByTheWatchdogShouldOutliveItsFirstLease() throws Exception {
        NamedLock lock = in(open(RENEWED_LEASE), freshName());
        Lease lease = lock.acquire(Duration.ZERO);

        assertThat(there(lock.name()).tryLock(RENEWED_LEASE.plusMillis(500))).isFalse();

        lease.ensureValid();
        lease.release();
    }

    @Test
    default void whenReleasedInGoodTimeNobodyShouldHearOfALoss() throws Exception {
        Recorder recorder = new Recorder();
        NamedLock lock = in(open(LONG, recorder), freshName());
        AtomicInteger told = new AtomicInteger();
        Lease lease = lock.acquire(Duration.ZERO, BRIEF_LEASE).onLost(lost -> told.incrementAndGet());

        lease.release();
        try (Lease next = lock.acquire(LONG, BRIEF_LEASE)) {
            // What is still held when it is closed is released, not lost.
            LockWorld.awaitEnd(next);
        }
        LockWorld.eventually().until(() -> recorder.count("lost " + lock.name()) == parts());

        assertThat(told).hasValue(0);
    }
}
