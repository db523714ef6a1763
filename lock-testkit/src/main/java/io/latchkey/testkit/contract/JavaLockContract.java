package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link java.util.concurrent.locks.Lock}, as its javadoc says. Interrupts are {@link InterruptionContract}'s. */
interface JavaLockContract extends LockWorld {

    @Test
    default void whenFreeShouldBeLockedUntilUnlocked() {
        NamedLock lock = here(freshName());

        lock.lock();
        assertThat(lock.isLocked()).isTrue();
        assertThat(lock.isHeldByCurrentThread()).isTrue();

        lock.unlock();
        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(leftovers()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    default void whenARivalHoldsItLockShouldWait(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);
        Actor waiter = actor();
        Task<?> waiting = waiter.start(() -> here(name).lock()).awaitParked();
        assertThat(here(name).isLocked()).isTrue();

        held.release();

        waiting.result();
        assertThat(waiter.call(() -> here(name).isHeldByCurrentThread())).isTrue();
        waiter.run(() -> here(name).unlock());
    }

    @Test
    default void whenFreeLockInterruptiblyShouldTakeIt() throws Exception {
        NamedLock lock = here(freshName());

        lock.lockInterruptibly();

        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
    }

    @Test
    default void whenFreeTryLockShouldTakeIt() {
        NamedLock lock = here(freshName());

        assertThat(lock.tryLock()).isTrue();

        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
    }

    @ParameterizedTest
    @EnumSource
    default void whenARivalHoldsItTryLockShouldRefuse(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);

        assertThat(here(name).tryLock()).isFalse();

        assertThat(here(name).isHeldByCurrentThread()).isFalse();
        held.release();
        assertThat(here(name).tryLock()).isTrue();
        here(name).unlock();
    }

    @Test
    default void whenFreeTimedTryLockShouldTakeItWhateverTheTime() throws Exception {
        NamedLock lock = here(freshName());

        for (long time : new long[] {Long.MIN_VALUE, -1, 0, 1000, Long.MAX_VALUE}) {
            assertThat(lock.tryLock(time, MILLISECONDS))
                    .as("tryLock(%d ms)", time)
                    .isTrue();
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            lock.unlock();
        }
    }

    @ParameterizedTest
    @EnumSource
    default void whenARivalHoldsItTimedTryLockWithoutTimeShouldRefuse(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);

        assertThat(here(name).tryLock(0, NANOSECONDS)).isFalse();
        assertThat(here(name).tryLock(-1, DAYS)).isFalse();

        held.release();
    }

    @ParameterizedTest
    @EnumSource
    default void whenTheWaitIsOverTimedTryLockShouldRefuse(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);

        assertThat(here(name).tryLock(rival.vainWait().toMillis(), MILLISECONDS))
                .isFalse();

        assertThat(held.isValid()).isTrue();
        held.release();
        awaitNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    default void whenReleasedDuringTheWaitTimedTryLockShouldTakeIt(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);
        Actor waiter = actor();
        Task<Boolean> waiting =
                waiter.startCall(() -> here(name).tryLock(Long.MAX_VALUE, DAYS)).awaitParked();

        held.release();

        assertThat(waiting.result()).isTrue();
        waiter.run(() -> here(name).unlock());
    }

    @Test
    default void whenNobodyHoldsItUnlockShouldComplain() {
        String name = freshName();

        assertThatThrownBy(() -> here(name).unlock())
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessage("lock '%s' is not held by thread '%s'; only the thread that locked it may unlock it, "
                                .formatted(name, Thread.currentThread().getName())
                        + "once for each time it locked");
    }

    @Test
    default void whenAnotherThreadHoldsItUnlockShouldNameThatThread() throws Exception {
        String name = freshName();
        Actor holder = actor();
        holder.run(() -> here(name).lock());

        assertThatThrownBy(() -> here(name).unlock())
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining(
                        "lock '%s' is not held by thread '%s' but by ",
                        name, Thread.currentThread().getName())
                .hasMessageContaining(":" + holder.name() + ";");

        assertThat(holder.call(() -> here(name).isHeldByCurrentThread())).isTrue();
        holder.run(() -> here(name).unlock());
    }

    @Test
    default void whenAnotherProcessHoldsItUnlockShouldComplainAndLeaveItAlone() throws Exception {
        String name = freshName();
        Lease held = there(name).acquire(Duration.ZERO);

        assertThatThrownBy(() -> here(name).unlock()).isInstanceOf(IllegalMonitorStateException.class);

        assertThat(here(name).isLocked()).isTrue();
        held.release();
    }

    @Test
    default void whenUnlockedTwiceShouldComplain() {
        NamedLock lock = here(freshName());
        lock.lock();
        lock.unlock();

        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    default void whenAskedForAConditionShouldSayThatThereIsNone() {
        String name = freshName();

        assertThatThrownBy(() -> here(name).newCondition())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'%s'", name)
                .hasMessageEndingWith(" is distributed and has no conditions");
    }

    @Test
    default void whenNamesDifferShouldBeDifferentLocks() {
        NamedLock one = here(freshName());
        NamedLock other = here(freshName());
        one.lock();

        assertThat(other.isLocked()).isFalse();
        assertThat(other.isHeldByCurrentThread()).isFalse();
        assertThat(other.tryLock()).isTrue();

        one.unlock();
        assertThat(other.isHeldByCurrentThread()).isTrue();
        other.unlock();
    }
}
