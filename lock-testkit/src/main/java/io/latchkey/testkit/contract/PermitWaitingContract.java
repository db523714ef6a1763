package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockException;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedSemaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Waiting for a permit: bounded when it should be, ended by whoever waits, and never forgotten. */
interface PermitWaitingContract extends SemaphoreWorld {

    @Test
    default void whenNoneComesBackInTimeShouldSayHowLongItWaited() throws Exception {
        String name = freshName();
        List<Lease> taken = SemaphoreWorld.take(there(name, 2), 2);

        for (Duration wait : List.of(Duration.ZERO, LockWorld.VAIN_WAIT)) {
            assertThatThrownBy(() -> here(name, 2).acquire(wait))
                    .isInstanceOfSatisfying(LockTimeoutException.class, timeout -> assertThat(timeout.lockName())
                            .isEqualTo(name))
                    .hasMessageContaining(
                            "lock '%s' was busy for the whole wait of %s, held by ",
                            name, wait.isZero() ? "0ms" : LockWorld.VAIN_WAIT_TEXT);
        }
        assertThatThrownBy(() -> here(name, 2).acquireAsync(LockWorld.VAIN_WAIT).get(30, SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(LockTimeoutException.class);

        for (Lease lease : taken) {
            lease.release();
        }
        awaitNothingLeft();
    }

    @Test
    default void whenPermitsComeBackEveryWaiterShouldGetOne() throws Exception {
        String name = freshName();
        List<Lease> taken = SemaphoreWorld.take(here(name, 2), 2);
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            NamedSemaphore semaphore = i % 2 == 0 ? here(name, 2) : there(name, 2);
            waiting.add(semaphore.acquireAsync(LONG).thenCompose(Lease::releaseAsync));
        }
        assertThat(here(name, 2).availablePermits()).isZero();

        taken.get(0).release();

        CompletableFuture.allOf(waiting.toArray(new CompletableFuture<?>[0])).get(30, SECONDS);
        assertThat(here(name, 2).availablePermits()).isEqualTo(1);
        taken.get(1).release();
    }

    @Test
    default void whenCancelledShouldLeaveNothing() throws Exception {
        String name = freshName();
        Lease held = there(name, 1).acquire(Duration.ZERO);
        List<String> onlyTheHold = leftovers();
        CompletableFuture<Lease> waiting = here(name, 1).acquireAsync(LONG);

        assertThat(waiting.cancel(false)).isTrue();

        eventually().until(() -> leftovers().equals(onlyTheHold));
        held.release();
        awaitNothingLeft();
        assertThat(here(name, 1).availablePermits()).isEqualTo(1);
    }

    @Test
    default void whenCancelledAtOnceShouldLeaveEveryPermit() {
        NamedSemaphore semaphore = here(freshName(), 2);

        for (int i = 0; i < 50; i++) {
            CompletableFuture<Lease> acquisition = semaphore.acquireAsync(LONG);
            if (!acquisition.cancel(false)) {
                acquisition.join().release();
            }
        }

        eventually().until(() -> semaphore.availablePermits() == 2);
        awaitNothingLeft();
    }

    @Test
    default void whenInterruptedShouldThrowAndLeaveNothing() throws Exception {
        String name = freshName();
        Lease held = there(name, 1).acquire(Duration.ZERO);
        List<String> onlyTheHold = leftovers();
        Task<Lease> waiting =
                actor().startCall(() -> here(name, 1).acquire(LONG)).awaitParked();

        waiting.interrupt();

        assertThatThrownBy(waiting::result).isInstanceOf(InterruptedException.class);
        eventually().until(() -> leftovers().equals(onlyTheHold));
        held.release();
        assertThat(here(name, 1).availablePermits()).isEqualTo(1);
    }

    @Test
    default void whenInterruptedBeforeTryShouldWorkAndKeepTheInterrupt() {
        NamedSemaphore semaphore = here(freshName(), 1);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> semaphore.acquire(LONG)).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        Lease lease = semaphore.tryAcquire().orElseThrow();
        lease.release();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(semaphore.availablePermits()).isEqualTo(1);
    }

    @Test
    default void whenClosedWaitersShouldEndAndPermitsGoBack() throws Exception {
        Peer peer = open(LONG);
        String name = freshName();
        NamedSemaphore semaphore = peer.locks().semaphore(name, 2);
        List<Lease> taken = SemaphoreWorld.take(semaphore, 2);
        Task<Lease> thread = actor().startCall(() -> semaphore.acquire(LONG)).awaitParked();
        CompletableFuture<Lease> future = semaphore.acquireAsync(LONG);
        CompletableFuture<Lease> elsewhere = here(name, 2).acquireAsync(LONG);

        peer.close();

        assertThatThrownBy(thread::result)
                .isExactlyInstanceOf(LockException.class)
                .hasMessageContaining("its Locks has been closed");
        assertThatThrownBy(() -> future.get(30, SECONDS)).hasCauseExactlyInstanceOf(LockException.class);
        assertThatThrownBy(semaphore::tryAcquire).isExactlyInstanceOf(LockException.class);
        assertThatThrownBy(taken.get(0)::release).isInstanceOf(LeaseLostException.class);
        elsewhere.get(30, SECONDS).release();
        assertThat(here(name, 2).availablePermits()).isEqualTo(2);
    }
}
