package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting: bounded when it should be, in order within a process, and never forgotten. */
interface WaitingContract extends LockWorld {

    @ParameterizedTest
    @EnumSource
    default void whenTheWaitIsOverEveryBoundedFormShouldGiveUp(Rival rival) throws Exception {
        String name = freshName();
        NamedLock lock = here(name);
        Lease held = rival.lock(this, name).acquire(Duration.ZERO);
        List<String> onlyTheLock = leftovers();

        assertThat(lock.tryLock(Duration.ZERO)).isFalse();
        assertThat(lock.tryLock(rival.vainWait())).isFalse();
        assertThat(lock.tryLock(rival.vainWait(), LONG)).isFalse();
        assertThatThrownBy(() -> lock.acquire(rival.vainWait())).isInstanceOf(LockTimeoutException.class);
        assertThatThrownBy(() -> lock.acquire(rival.vainWait(), LONG)).isInstanceOf(LockTimeoutException.class);

        assertThat(lock.isHeldByCurrentThread()).isFalse();
        held.ensureValid();
        eventually().until(() -> leftovers().equals(onlyTheLock));
        held.release();
        awaitNothingLeft();
    }

    @Test
    default void whenATimeoutIsThrownShouldNameTheLockAndItsHolderHere() throws Exception {
        String name = freshName();
        Actor holder = actor();
        holder.run(() -> here(name).lock());

        assertThatThrownBy(() -> here(name).acquire(Duration.ofMillis(200)))
                .isInstanceOfSatisfying(LockTimeoutException.class, timeout -> assertThat(timeout.lockName())
                        .isEqualTo(name))
                .hasMessage(
                        "lock '%s' was busy for the whole wait of 200ms, held by %s; "
                                + "wait longer, or shorten what its holder does",
                        name, here(name).holder().orElseThrow())
                .hasMessageContaining(":%s; ", holder.name());

        holder.run(() -> here(name).unlock());
    }

    @Test
    default void whenATimeoutIsThrownShouldNameTheLockAndItsHolderElsewhere() throws Exception {
        String name = freshName();
        Lease held = there(name).acquire(Duration.ZERO);

        for (Duration wait : List.of(Duration.ZERO, VAIN_WAIT)) {
            assertThatThrownBy(() -> here(name).acquire(wait))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining(
                            "lock '%s' was busy for the whole wait of %s, held by %s; ",
                            name,
                            wait.isZero() ? "0ms" : VAIN_WAIT_TEXT,
                            here(name).holder().orElseThrow());
        }

        held.release();
    }

    @Test
    default void whenHeldHereThreadsAndFuturesShouldBeServedInOrderOfArrival() throws Exception {
        String name = freshName();
        int waiters = 12;
        Lease held = here(name).acquire(Duration.ZERO);
        List<Integer> served = new ArrayList<>();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            int place = i;
            if (place % 3 == 0) {
                all.add(here(name).acquireAsync(LONG).thenAccept(lease -> {
                    served.add(place);
                    lease.release();
                }));
            } else {
                Duration lease = place % 3 == 1 ? LONG : LONG.multipliedBy(2);
                all.add(actor().start(() -> {
                            assertThat(here(name).tryLock(LONG, lease)).isTrue();
                            served.add(place);
                            here(name).unlock();
                        })
                        .awaitParked());
            }
        }

        held.release();
        for (Future<?> waiter : all) {
            waiter.get(30, SECONDS);
        }

        assertThat(served).isEqualTo(IntStream.range(0, waiters).boxed().collect(toList()));
    }

    @Test
    default void whenSomeInLineGiveUpTheOthersShouldKeepTheirOrder() throws Exception {
        String name = freshName();
        Lease held = here(name).acquire(Duration.ZERO);
        List<Integer> served = new ArrayList<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        List<CompletableFuture<Lease>> leaving = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int place = i;
            CompletableFuture<Lease> waiting = here(name).acquireAsync(LONG);
            if (place % 4 == 0) {
                all.add(waiting.thenAccept(lease -> {
                    served.add(place);
                    lease.release();
                }));
            } else {
                leaving.add(waiting);
            }
        }

        leaving.forEach(waiting -> waiting.cancel(false));
        held.release();
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(30, SECONDS);

        assertThat(served).containsExactly(0, 4, 8, 12, 16, 20, 24, 28, 32, 36);
    }

    @Test
    default void whenManyWaitInTwoProcessesAllShouldGetIt() throws Exception {
        String name = freshName();
        Lease held = here(name).acquire(Duration.ZERO);
        List<Task<?>> all = new ArrayList<>();
        for (Rival side : Rival.values()) {
            for (int i = 0; i < 10; i++) {
                NamedLock lock = side.lock(this, name);
                all.add(actor().start(() -> {
                            lock.lock();
                            lock.unlock();
                        })
                        .awaitParked());
            }
        }

        held.release();

        for (Task<?> waiter : all) {
            waiter.result();
        }
        assertThat(here(name).isLocked()).isFalse();
    }

    @Test
    default void whenWaitingForAnotherProcessShouldGetItAgainAndAgain() throws Exception {
        String name = freshName();
        Lease held = here(name).acquire(Duration.ZERO);
        for (int i = 0; i < 20; i++) {
            NamedLock waiter = i % 2 == 0 ? there(name) : here(name);
            Task<Lease> waiting = actor().startCall(() -> waiter.acquire(LONG)).awaitParked();

            held.release();

            held = waiting.result();
        }
        held.release();
    }

    @Test
    default void whenManyVirtualThreadsWaitAllShouldGetIt() throws Exception {
        assumeTrue(VirtualThreads.exist(), VirtualThreads.WHY_NOT);
        NamedLock lock = here(freshName());
        int waiters = Effort.CHOSEN.virtualThreads;
        int[] unguarded = {0};
        List<Future<?>> all = new ArrayList<>();
        ExecutorService virtual = VirtualThreads.onePerTask();
        Lease held = lock.acquire(Duration.ZERO);
        for (int i = 0; i < waiters; i++) {
            all.add(virtual.submit(() -> {
                lock.lock();
                try {
                    unguarded[0]++;
                } finally {
                    lock.unlock();
                }
            }));
        }

        held.release();
        for (Future<?> waiter : all) {
            waiter.get(60, SECONDS);
        }
        virtual.shutdown();

        assertThat(unguarded[0]).isEqualTo(waiters);
        assertThat(lock.isLocked()).isFalse();
    }
}
