package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.awaitEnd;
import static io.latchkey.testkit.contract.LockWorld.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.NamedLock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nested holds with different leases: the inner one never shortens, stops or leaks into the outer one. */
interface NestedLeaseContract extends LockWorld {

    Duration HALF_LONG = LONG.dividedBy(2);

    @Test
    default void whenAnInnerHoldIsRenewedAFixedOuterOneShouldLastAsLong() {
        NamedLock lock = in(open(RENEWED_LEASE), freshName());
        lock.lock(BRIEF_LEASE);
        Lease lease = lock.currentLease().orElseThrow();

        lock.lock();
        awaitRenewal(lease);

        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        awaitEnd(lease);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    }

    @Test
    default void whenOneOfTwoRenewedInnerHoldsIsLeftRenewalShouldGoOn() {
        NamedLock lock = in(open(RENEWED_LEASE), freshName());
        lock.lock(RENEWED_LEASE);
        Lease lease = lock.currentLease().orElseThrow();
        lock.lock();
        lock.lock();

        lock.unlock();
        awaitRenewal(lease);

        lock.unlock();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        awaitEnd(lease);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    }

    @Test
    default void whenAFixedHoldIsInsideARenewedOneRenewalShouldGoOn() {
        NamedLock lock = in(open(RENEWED_LEASE), freshName());
        lock.lock();
        Lease lease = lock.currentLease().orElseThrow();

        lock.lock(SHORT_LEASE);
        awaitRenewal(lease);
        lock.unlock();
        awaitRenewal(lease);

        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenARenewedHoldIsInsideARenewedOneRenewalShouldGoOn() {
        NamedLock lock = in(open(RENEWED_LEASE), freshName());
        lock.lock();
        Lease lease = lock.currentLease().orElseThrow();
        lock.lock();

        lock.unlock();
        awaitRenewal(lease);

        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenARenewedHoldIsInsideALongFixedOneShouldNotShortenIt() {
        NamedLock lock = in(open(RENEWED_LEASE), freshName());
        lock.lock(LONG);
        Lease lease = lock.currentLease().orElseThrow();

        lock.lock();
        assertThat(lease.remaining()).isGreaterThan(HALF_LONG);
        lock.unlock();

        assertThat(lease.remaining()).isGreaterThan(HALF_LONG);
        assertThat(there(lock.name()).remainingLease()).isGreaterThan(HALF_LONG);
        lock.unlock();
    }

    @Test
    default void whenAnInnerHoldAsksForMoreTimeThanRemainsShouldExtend() {
        NamedLock lock = here(freshName());
        lock.lock(Duration.ofSeconds(5));
        Lease lease = lock.currentLease().orElseThrow();

        lock.lock(LONG);

        assertThat(lease.remaining()).isGreaterThan(HALF_LONG);
        assertThat(there(lock.name()).remainingLease()).isGreaterThan(HALF_LONG);
        lock.unlock();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
    }

    @Test
    default void whenAnInnerHoldAsksForLessTimeThanRemainsShouldNotShorten() throws Exception {
        NamedLock lock = here(freshName());
        lock.lock(LONG);
        Lease lease = lock.currentLease().orElseThrow();

        lock.lock(SHORT_LEASE);
        assertThat(lock.tryLock(Duration.ZERO, SHORT_LEASE)).isTrue();

        assertThat(lease.remaining()).isGreaterThan(HALF_LONG);
        assertThat(there(lock.name()).remainingLease()).isGreaterThan(HALF_LONG);
        lock.unlock();
        lock.unlock();
        assertThat(lease.remaining()).isGreaterThan(HALF_LONG);
        lock.unlock();
    }

    @Test
    default void whenAnInnerHoldAsksForMoreTimeThanTheWatchdogGivesShouldExtend() {
        NamedLock lock = in(open(RENEWED_LEASE), freshName());
        lock.lock();
        Lease lease = lock.currentLease().orElseThrow();

        lock.lock(LONG);

        assertThat(lease.remaining()).isGreaterThan(HALF_LONG);
        eventually().during(RENEWED_LEASE.dividedBy(2)).untilAsserted(() -> assertThat(
                        there(lock.name()).remainingLease())
                .as("through the next renewal")
                .isGreaterThan(HALF_LONG));
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenALostHoldIsEnteredAgainShouldBeANewAcquisition() {
        NamedLock lock = here(freshName());
        lock.lock(SHORT_LEASE);
        Lease lost = lock.currentLease().orElseThrow();
        awaitEnd(lost);

        lock.lock();

        Lease fresh = lock.currentLease().orElseThrow();
        assertThat(lock.getHoldCount()).isEqualTo(1);
        assertThat(fresh.isValid()).isTrue();
        assertLater(fresh, lost);
        lock.unlock();
        assertThatThrownBy(lock::unlock).as("the outer hold").isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertFreeAfterLoss(lock);
    }

    default void assertFreeAfterLoss(NamedLock lock) {
        assertThat(lock.isLocked()).isFalse();
    }

    /** The time that remains only ever grows when something renews the lease. */
    private static void awaitRenewal(Lease lease) {
        Duration[] least = {lease.remaining()};
        eventually().until(() -> {
            assertThat(lease.isValid()).isTrue();
            Duration now = lease.remaining();
            boolean renewed = now.compareTo(least[0]) > 0;
            least[0] = now;
            return renewed;
        });
    }
}
