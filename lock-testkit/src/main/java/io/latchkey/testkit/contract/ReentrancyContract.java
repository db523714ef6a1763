package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The thread that holds a lock enters again, by any of the methods of {@code Lock}, and leaves as often. */
interface ReentrancyContract extends LockWorld {

    @Test
    default void whenHeldByThisThreadEveryFormShouldEnterAgain() throws Exception {
        NamedLock lock = here(freshName());
        lock.lock();

        lock.lock();
        lock.lock(LONG);
        lock.lockInterruptibly();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock(0, SECONDS)).isTrue();
        assertThat(lock.tryLock(Duration.ZERO)).isTrue();
        assertThat(lock.tryLock(Duration.ZERO, LONG)).isTrue();

        assertThat(lock.getHoldCount()).isEqualTo(8);
        for (int left = 7; left >= 0; left--) {
            assertThat(there(lock.name()).isLocked()).isTrue();
            lock.unlock();
            assertThat(lock.getHoldCount()).isEqualTo(left);
        }
        assertThat(there(lock.name()).isLocked()).isFalse();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    default void whenTwoObjectsHaveOneNameShouldBeOneLock() {
        String name = freshName();
        here(name).lock();

        here(name).lock();

        assertThat(here(name).getHoldCount()).isEqualTo(2);
        here(name).unlock();
        assertThat(here(name).isHeldByCurrentThread()).isTrue();
        here(name).unlock();
        assertThat(here(name).isLocked()).isFalse();
    }

    @Test
    default void whenEnteredAgainShouldBeTheSameLease() {
        NamedLock lock = here(freshName());
        lock.lock();
        Lease outer = lock.currentLease().orElseThrow();

        lock.lock();

        assertThat(lock.currentLease()).contains(outer);
        lock.unlock();
        assertThat(lock.currentLease()).contains(outer);
        assertThat(outer.isValid()).isTrue();
        lock.unlock();
        assertThat(lock.currentLease()).isEmpty();
        assertThat(outer.isValid()).isFalse();
    }

    @Test
    default void whenHeldByAnotherThreadShouldCountNothingHere() throws Exception {
        NamedLock lock = here(freshName());
        Actor holder = actor();
        holder.run(lock::lock);

        assertThat(lock.getHoldCount()).isZero();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.currentLease()).isEmpty();
        assertThat(lock.tryLock()).isFalse();

        holder.run(lock::unlock);
    }

    @Test
    default void whenAnInnerHoldIsLeftOthersShouldStillWait() throws Exception {
        NamedLock lock = here(freshName());
        lock.lock();
        lock.lock();
        Actor other = actor();
        Task<?> waiting = other.start(lock::lock).awaitParked();

        lock.unlock();
        assertThat(there(lock.name()).tryLock()).isFalse();
        assertThat(waiting.isDone()).isFalse();

        lock.unlock();
        waiting.result();
        other.run(lock::unlock);
    }

    @Test
    default void whenOthersWaitTheHolderShouldStillEnterAgain() throws Exception {
        NamedLock lock = here(freshName());
        lock.lock();
        Actor here = actor();
        Actor there = actor();
        Task<?> waitingHere = here.start(lock::lock).awaitParked();
        Task<?> waitingThere = there.start(() -> there(lock.name()).lock()).awaitParked();

        lock.lock();

        assertThat(lock.getHoldCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
        Task<?> leavingHere = here.start(lock::unlock);
        Task<?> leavingThere = there.start(() -> there(lock.name()).unlock());
        for (Task<?> task : List.of(waitingHere, leavingHere, waitingThere, leavingThere)) {
            task.result();
        }
    }
}
