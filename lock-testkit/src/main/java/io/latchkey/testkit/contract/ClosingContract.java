package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The end of a process: waiters are turned away, holders told, and nothing stays behind. */
interface ClosingContract extends LockWorld {

    @ParameterizedTest
    @EnumSource
    default void whenClosedWaitersShouldBeTurnedAway(Rival rival) throws Exception {
        Peer peer = open(LONG);
        NamedLock lock = in(peer, freshName());
        Lease held = (rival == Rival.IN_THIS_PROCESS ? lock : there(lock.name())).acquire(Duration.ZERO);
        List<Task<?>> threads = List.of(
                actor().start(lock::lock).awaitParked(),
                actor().start(() -> lock.tryLock(LONG)).awaitParked(),
                actor().start(() -> lock.acquire(LONG, LONG)).awaitParked());
        CompletableFuture<Lease> future = lock.acquireAsync(LONG);

        peer.close();

        for (Task<?> thread : threads) {
            assertThatThrownBy(thread::result).satisfies(failure -> assertRefusal(failure, lock));
        }
        assertThatThrownBy(() -> future.get(30, SECONDS)).cause().satisfies(failure -> assertRefusal(failure, lock));
        if (rival == Rival.IN_ANOTHER_PROCESS) {
            held.release();
        }
        awaitNothingLeft();
    }

    @Test
    default void whenClosedHoldersShouldBeToldAndTheLocksBeFree() throws Exception {
        Recorder recorder = new Recorder();
        Peer peer = open(LONG, recorder);
        NamedLock entered = in(peer, freshName());
        entered.lock();
        AtomicInteger told = new AtomicInteger();
        Lease lease = in(peer, freshName()).acquire(Duration.ZERO, LONG).onLost(lost -> told.incrementAndGet());

        peer.close();

        assertThat(leftovers()).isEmpty();
        assertThat(there(lease.name()).tryLock()).isTrue();
        there(lease.name()).unlock();
        assertThat(lease.isValid()).isFalse();
        assertThatThrownBy(lease::release)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining(
                        "lock '%s' was released because its Locks was closed while held by", lease.name());
        assertThatThrownBy(entered::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(entered::unlock).isInstanceOf(IllegalMonitorStateException.class);
        eventually().until(() -> told.get() == 1 && recorder.count("lost " + entered.name()) == parts());
    }

    @Test
    default void whenClosedLaterCallsShouldBeRefused() throws Exception {
        Peer peer = open(LONG);
        NamedLock lock = in(peer, freshName());
        NamedLock entered = in(peer, freshName());
        entered.lock();

        peer.close();

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                lock::lock,
                () -> lock.lock(LONG),
                lock::lockInterruptibly,
                lock::tryLock,
                () -> lock.tryLock(1, SECONDS),
                () -> lock.tryLock(LONG, LONG),
                () -> lock.acquire(LONG),
                lock::tryAcquire,
                lock::isLocked,
                lock::remainingLease,
                lock::forceUnlock)) {
            assertThatThrownBy(call).satisfies(failure -> assertRefusal(failure, lock));
        }
        assertThatThrownBy(() -> lock.acquireAsync(LONG).get(30, SECONDS))
                .cause()
                .satisfies(failure -> assertRefusal(failure, lock));
        assertThatThrownBy(entered::lock).satisfies(failure -> assertRefusal(failure, entered));
        assertThatThrownBy(entered::unlock).isInstanceOf(LeaseLostException.class);
    }

    @Test
    default void whenClosedTwiceShouldDoNothing() {
        Peer peer = open(LONG);
        peer.close();

        peer.close();

        assertThat(leftovers()).isEmpty();
    }

    @Test
    default void whenOneProcessIsClosedTheOthersShouldGoOn() throws Exception {
        Peer peer = open(LONG);
        String name = freshName();
        in(peer, name).lock();
        Task<Lease> waiting = actor().startCall(() -> there(name).acquire(LONG)).awaitParked();

        peer.close();

        waiting.result().release();
    }

    private static void assertRefusal(Throwable failure, NamedLock lock) {
        assertThat(failure)
                .isExactlyInstanceOf(LockException.class)
                .hasMessage(
                        "lock '%s' cannot be used: its Locks has been closed, as the application is shutting down",
                        lock.name());
    }
}
