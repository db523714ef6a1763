package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Interrupts end the waits that may be interrupted, leave nothing behind, and are never swallowed by the others. */
interface InterruptionContract extends LockWorld {

    /** The calls that an interrupt ends. */
    enum Interruptible {
        LOCK_INTERRUPTIBLY {
            @Override
            void take(NamedLock lock) throws InterruptedException {
                lock.lockInterruptibly();
            }
        },
        TRY_LOCK_FOR_A_TIME {
            @Override
            void take(NamedLock lock) throws InterruptedException {
                boolean unused = lock.tryLock(LONG.toMillis(), MILLISECONDS);
            }
        },
        TRY_LOCK_FOR_A_DURATION {
            @Override
            void take(NamedLock lock) throws InterruptedException {
                boolean unused = lock.tryLock(LONG);
            }
        },
        TRY_LOCK_WITH_A_LEASE {
            @Override
            void take(NamedLock lock) throws InterruptedException {
                boolean unused = lock.tryLock(LONG, LONG);
            }
        },
        ACQUIRE {
            @Override
            void take(NamedLock lock) throws InterruptedException {
                Lease unused = lock.acquire(LONG);
            }
        },
        ACQUIRE_WITH_A_LEASE {
            @Override
            void take(NamedLock lock) throws InterruptedException {
                Lease unused = lock.acquire(LONG, LONG);
            }
        };

        abstract void take(NamedLock lock) throws InterruptedException;
    }

    @ParameterizedTest
    @EnumSource
    default void whenInterruptedBeforeShouldThrowAndTakeNothing(Interruptible call) {
        NamedLock lock = here(freshName());
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> call.take(lock)).isInstanceOf(InterruptedException.class);

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.isLocked()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    default void whenInterruptedWhileWaitingBehindThisProcessShouldLeaveNothing(Interruptible call) throws Exception {
        interruptWhileWaiting(call, Rival.IN_THIS_PROCESS);
    }

    @ParameterizedTest
    @EnumSource
    default void whenInterruptedWhileWaitingBehindAnotherProcessShouldLeaveNothing(Interruptible call)
            throws Exception {
        interruptWhileWaiting(call, Rival.IN_ANOTHER_PROCESS);
    }

    private void interruptWhileWaiting(Interruptible call, Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);
        List<String> onlyTheLock = leftovers();
        Actor actor = actor();
        Task<?> alone = actor.start(() -> call.take(here(name))).awaitParked();

        alone.interrupt();
        assertThatThrownBy(alone::result).isInstanceOf(InterruptedException.class);
        assertThat(actor.call(() -> here(name).isHeldByCurrentThread())).isFalse();
        eventually().until(() -> leftovers().equals(onlyTheLock));

        Task<?> first = actor.start(() -> call.take(here(name))).awaitParked();
        Actor next = actor();
        Task<?> nextWaiting = next.start(() -> here(name).lock()).awaitParked();
        first.interrupt();
        assertThatThrownBy(first::result).isInstanceOf(InterruptedException.class);
        held.release();
        nextWaiting.result();
        next.run(() -> here(name).unlock());
        awaitNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    default void whenInterruptedLockShouldGoOnWaitingAndKeepTheInterrupt(Rival rival) throws Exception {
        String name = freshName();
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);
        Task<Boolean> waiting = actor().startCall(() -> {
                    here(name).lock();
                    boolean kept = Thread.interrupted();
                    here(name).unlock();
                    return kept;
                })
                .awaitParked();

        waiting.interrupt();
        assertThat(waiting.awaitParked().isDone()).isFalse();
        held.release();

        assertThat(waiting.result()).isTrue();
    }

    @Test
    default void whenInterruptedBeforeUninterruptibleCallsShouldWorkAndKeepTheInterrupt() throws Exception {
        NamedLock lock = here(freshName());
        Thread.currentThread().interrupt();

        lock.lock();
        lock.lock(LONG);
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.getHoldCount()).isEqualTo(3);
        lock.unlock();
        lock.unlock();
        lock.unlock();
        Lease lease = lock.tryAcquire().orElseThrow();
        assertThat(lease.extend(LONG)).isTrue();
        lease.release();

        assertThat(lock.isLocked()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    default void whenInterruptedReentryShouldThrowAndKeepTheHold() throws Exception {
        NamedLock lock = here(freshName());
        lock.lock();
        Thread.currentThread().interrupt();

        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);

        assertThat(lock.getHoldCount()).isEqualTo(1);
        lock.unlock();
    }
}
