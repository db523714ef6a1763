package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** A fair lock goes to whoever has waited longest, whichever process it waits in. */
public interface FairnessContract extends LockWorld {

    /** Waits until the backend knows of so many places in line. */
    void awaitInLine(String name, int places);

    @Test
    default void whenManyWaitInTwoProcessesShouldServeThemInOrderOfArrival() throws Exception {
        String name = freshName();
        Lease held = in(open(LONG), name).acquire(LONG);
        List<Integer> served = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            waiters.add(recordAndRelease(i % 3 == 0 ? here(name) : there(name), i, served));
            awaitInLine(name, i + 1);
        }

        held.release();
        for (CompletableFuture<Void> waiter : waiters) {
            waiter.get(30, SECONDS);
        }

        assertThat(served).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    }

    @Test
    default void whenThoseOfTheHoldingProcessCameLaterShouldServeTheOtherProcessFirst() throws Exception {
        String name = freshName();
        Lease held = here(name).acquire(LONG);
        List<Integer> served = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> there = recordAndRelease(there(name), 0, served);
        awaitInLine(name, 1);
        CompletableFuture<Void> here = recordAndRelease(here(name), 1, served);
        awaitInLine(name, 2);

        held.release();
        there.get(30, SECONDS);
        here.get(30, SECONDS);

        assertThat(served).containsExactly(0, 1);
    }

    @Test
    default void whenSomeGiveUpShouldServeTheOthersInTheirOrder() throws Exception {
        String name = freshName();
        Lease held = in(open(LONG), name).acquire(LONG);
        List<Integer> served = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Lease>> acquisitions = new ArrayList<>();
        List<CompletableFuture<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            CompletableFuture<Lease> acquisition = (i % 2 == 0 ? here(name) : there(name)).acquireAsync(LONG);
            acquisitions.add(acquisition);
            int number = i;
            waiters.add(acquisition.thenAccept(lease -> {
                served.add(number);
                lease.releaseAsync();
            }));
            awaitInLine(name, i + 1);
        }

        List.of(0, 4, 8).forEach(i -> acquisitions.get(i).cancel(true));
        awaitInLine(name, 6);
        held.release();
        for (int i : List.of(1, 2, 3, 5, 6, 7)) {
            waiters.get(i).get(30, SECONDS);
        }

        assertThat(served).containsExactly(1, 2, 3, 5, 6, 7);
    }

    @Test
    default void whenNotWaitingShouldNotQueue() throws Exception {
        String name = freshName();
        Lease held = in(open(LONG), name).acquire(LONG);
        CompletableFuture<Lease> waiting = there(name).acquireAsync(LONG);
        awaitInLine(name, 1);

        assertThat(here(name).tryLock()).isFalse();
        assertThat(there(name).tryLock()).isFalse();

        awaitInLine(name, 1);
        held.release();
        waiting.get(30, SECONDS).release();
        assertThat(here(name).tryLock()).isTrue();
        here(name).unlock();
    }

    @Test
    default void whenWaitIsOverShouldLeaveTheLine() throws Exception {
        String name = freshName();
        Lease held = in(open(LONG), name).acquire(LONG);

        assertThat(here(name).tryLock(VAIN_WAIT)).isFalse();

        awaitInLine(name, 0);
        held.release();
    }

    /** Waiters come and go while the lock moves; nobody is forgotten, and each token is greater than the one before. */
    @Test
    default void whenWaitersComeAndGoShouldServeAllWhoStay() throws Exception {
        String name = freshName();
        List<Long> tokens = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> staying = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            CompletableFuture<Lease> acquisition = (i % 2 == 0 ? here(name) : there(name)).acquireAsync(LONG);
            CompletableFuture<Void> done = acquisition.thenAccept(lease -> {
                tokens.add(lease.fencingToken());
                lease.releaseAsync();
            });
            if (i % 5 == 0) {
                Thread.sleep(0, ThreadLocalRandom.current().nextInt(300_000));
                acquisition.cancel(true);
            } else {
                staying.add(done);
            }
        }

        for (CompletableFuture<Void> waiter : staying) {
            waiter.get(30, SECONDS);
        }

        assertThat(tokens).hasSizeGreaterThanOrEqualTo(240).isSorted().doesNotHaveDuplicates();
    }

    private static CompletableFuture<Void> recordAndRelease(NamedLock lock, int number, List<Integer> served) {
        return lock.acquireAsync(LONG).thenAccept(lease -> {
            served.add(number);
            lease.releaseAsync();
        });
    }
}
