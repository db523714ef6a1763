package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Looking at a lock from outside, and opening it by force. */
interface LookingContract extends LockWorld {

    @Test
    default void whenFreeShouldLookFree() {
        NamedLock lock = here(freshName());

        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.holder()).isEmpty();
        assertThat(lock.remainingLease()).isZero();
        assertThat(lock.currentLease()).isEmpty();
        assertThat(leftovers()).as("what looking leaves behind").isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    default void whenHeldShouldLookHeldFromEverywhere(Rival side) throws Exception {
        String name = freshName();
        Actor holder = actor();
        holder.run(() -> here(name).lock(LONG));
        NamedLock lock = side.lock(this, name);

        assertThat(lock.name()).isEqualTo(name);
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.holder()).isPresent();
        assertThat(lock.remainingLease()).isGreaterThan(LONG.dividedBy(2)).isLessThanOrEqualTo(LONG.plusSeconds(1));
        assertThat(lock.isHeldByCurrentThread()).isFalse();

        holder.run(() -> here(name).unlock());
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenHeldHereShouldNameTheThread() throws Exception {
        String name = freshName();
        Actor holder = actor();
        holder.run(() -> here(name).lock());

        assertThat(here(name).holder())
                .hasValueSatisfying(text -> assertThat(text).endsWith(":" + holder.name()));

        holder.run(() -> here(name).unlock());
    }

    @Test
    default void whenFreeForcingShouldFindNothingToOpen() {
        assertThat(here(freshName()).forceUnlock()).isFalse();
    }

    @Test
    default void whenForcedOpenHereTheHolderShouldHearItAtOnce() throws Exception {
        NamedLock lock = here(freshName());
        Actor holder = actor();
        holder.run(lock::lock);
        AtomicInteger told = new AtomicInteger();
        Lease lease = holder.call(() -> lock.currentLease().orElseThrow()).onLost(lost -> told.incrementAndGet());

        assertThat(lock.forceUnlock()).isTrue();

        assertThat(lease.isValid()).isFalse();
        assertThat(there(lock.name()).isLocked()).isFalse();
        eventually().until(() -> told.get() == 1);
        assertThatThrownBy(() -> holder.run(lock::unlock))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock '%s' was forced open while held by ", lock.name());
    }

    @Test
    default void whenForcedOpenElsewhereTheHolderShouldHearItAlsoIfItDoesNotRenew() throws Exception {
        NamedLock lock = here(freshName());
        AtomicInteger told = new AtomicInteger();
        Lease lease = lock.acquire(Duration.ZERO, LONG).onLost(lost -> told.incrementAndGet());

        assertThat(there(lock.name()).forceUnlock()).isTrue();

        eventually().until(() -> told.get() == 1);
        assertThat(lease.isValid()).isFalse();
        assertThatThrownBy(lease::release)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock '%s' was forced open", lock.name());
    }

    @ParameterizedTest
    @EnumSource
    default void whenForcedOpenAWaiterShouldGetItAndTheOldHolderShouldNotHarmIt(Rival side) throws Exception {
        String name = freshName();
        Lease old = here(name).acquire(Duration.ZERO);
        Task<Lease> waiting =
                actor().startCall(() -> side.lock(this, name).acquire(LONG)).awaitParked();

        assertThat(side.lock(this, name).forceUnlock()).isTrue();
        Lease next = waiting.result();
        assertThatThrownBy(old::release).isInstanceOf(LeaseLostException.class);

        next.ensureValid();
        assertThat(there(name).isLocked()).isTrue();
        assertLater(next, old);
        next.release();
    }
}
