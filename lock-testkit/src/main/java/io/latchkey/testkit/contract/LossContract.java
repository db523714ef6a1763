package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.awaitEnd;
import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lease that ends before its holder gave it back: the holder hears it, once, however it asks. */
interface LossContract extends LockWorld {

    @Test
    default void whenAFixedLeaseIsOverShouldBeFreeByItself() throws Exception {
        NamedLock lock = here(freshName());
        Lease lease = lock.acquire(Duration.ZERO, SHORT_LEASE);

        eventually().until(() -> !there(lock.name()).isLocked());

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        assertThat(lease.extend(LONG)).isFalse();
        assertThatThrownBy(lease::ensureValid)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock '%s' expired while held by ", lock.name())
                .hasMessageEndingWith(
                        ":%s (lease 300ms); protected work may have overlapped with a later holder's",
                        Thread.currentThread().getName());
    }

    @ParameterizedTest
    @EnumSource
    default void whenAFixedLeaseIsOverTheNextWaiterShouldGetIt(Rival rival) throws Exception {
        String name = freshName();
        Lease lease = here(name).acquire(Duration.ZERO, SHORT_LEASE);

        Lease next = rival.lock(this, name).acquire(LONG);

        assertThat(lease.isValid()).isFalse();
        assertLater(next, lease);
        next.release();
    }

    @Test
    default void whenLostUnlockShouldSaySoOnce() {
        NamedLock lock = here(freshName());
        lock.lock(SHORT_LEASE);
        Lease lease = lock.currentLease().orElseThrow();

        awaitEnd(lease);

        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.getHoldCount()).isZero();
        assertThat(lock.currentLease()).contains(lease);
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock '%s' expired while held by ", lock.name());
        assertThat(lock.currentLease()).isEmpty();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    default void whenANestedHoldIsLostEveryUnlockShouldSaySo() {
        NamedLock lock = here(freshName());
        lock.lock(BRIEF_LEASE);
        lock.lock(BRIEF_LEASE);

        awaitEnd(lock.currentLease().orElseThrow());

        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    default void whenLockedAgainInsideANestedLossEveryUnlockShouldHearOfItsOwn() {
        NamedLock lock = here(freshName());
        lock.lock(BRIEF_LEASE);
        lock.lock(BRIEF_LEASE);
        awaitEnd(lock.currentLease().orElseThrow());

        lock.lock();
        lock.unlock();

        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    default void whenLostLockingAgainShouldGiveAGreaterToken() {
        NamedLock lock = here(freshName());
        lock.lock(SHORT_LEASE);
        Lease lost = lock.currentLease().orElseThrow();
        awaitEnd(lost);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);

        lock.lock();

        Lease fresh = lock.currentLease().orElseThrow();
        assertLater(fresh, lost);
        assertThat(lost.isValid()).isFalse();
        assertThat(fresh.isValid()).isTrue();
        lock.unlock();
    }

    @Test
    default void whenLostListenersAndCallbacksShouldHearItOnce() throws Exception {
        Recorder recorder = new Recorder();
        Peer peer = open(LONG, recorder);
        NamedLock lock = in(peer, freshName());
        List<Lease> told = new CopyOnWriteArrayList<>();
        Lease lease = lock.acquire(Duration.ZERO, SHORT_LEASE).onLost(told::add).onLost(told::add);

        eventually().until(() -> told.size() == 2);
        // Those of a multi-lock end one after the other, and what has not ended yet would be released.
        eventually().until(() -> recorder.count("lost " + lock.name()) == parts());
        assertThatThrownBy(lease::ensureValid).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lease::release).isInstanceOf(LeaseLostException.class);
        lease.close();
        assertThatThrownBy(() -> lease.releaseAsync().get(30, SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LeaseLostException.class);
        Lease later = in(peer, freshName()).acquire(Duration.ZERO, SHORT_LEASE);
        eventually().until(() -> recorder.count("lost " + later.name()) == parts());

        assertThat(told).containsExactly(lease, lease);
        assertThat(recorder.count("lost " + lock.name())).isEqualTo(parts());
        assertThat(recorder.count("released " + lock.name())).isZero();
    }

    @Test
    default void whenAlreadyLostACallbackShouldRunAtOnce() throws Exception {
        Lease lease = here(freshName()).acquire(Duration.ZERO, SHORT_LEASE);
        eventually().until(() -> !lease.isValid());
        List<Lease> told = new CopyOnWriteArrayList<>();

        assertThat(lease.onLost(told::add)).isSameAs(lease);

        eventually().until(() -> !told.isEmpty());
        assertThat(told).containsExactly(lease);
    }

    @Test
    default void whenACallbackThrowsTheOthersShouldStillRun() throws Exception {
        AtomicInteger told = new AtomicInteger();
        Lease lease = here(freshName())
                .acquire(Duration.ZERO, SHORT_LEASE)
                .onLost(lost -> {
                    throw new IllegalStateException("a callback of a test");
                })
                .onLost(lost -> told.incrementAndGet());

        eventually().until(() -> told.get() == 1);

        assertThat(lease.isValid()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void whenUnlockedLateTheNewHolderShouldBeLeftAlone(Rival rival) throws Exception {
        String name = freshName();
        Actor late = actor();
        late.run(() -> here(name).lock(SHORT_LEASE));
        Lease next = rival.lock(this, name).acquire(LONG);

        assertThatThrownBy(() -> late.run(() -> here(name).unlock())).isInstanceOf(LeaseLostException.class);

        next.ensureValid();
        assertThat(there(name).isLocked()).isTrue();
        assertThat(here(name).tryLock()).isFalse();
        next.release();
    }
}
