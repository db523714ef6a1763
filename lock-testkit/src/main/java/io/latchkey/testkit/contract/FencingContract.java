package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Every holder's token is greater than those of all before it, whoever and wherever they were. */
interface FencingContract extends LockWorld {

    @Test
    default void whenHandedOnWithinAProcessTokensShouldGrow() throws Exception {
        NamedLock lock = here(freshName());
        List<Long> tokens = new ArrayList<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        Lease held = lock.acquire(Duration.ZERO);
        tokens.add(held.fencingToken());
        for (int i = 0; i < 300; i++) {
            all.add(lock.acquireAsync(LONG).thenAccept(lease -> {
                tokens.add(lease.fencingToken());
                lease.release();
            }));
        }

        held.release();
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(60, SECONDS);

        assertThat(tokens).hasSize(301);
        assertGrowing(tokens);
    }

    @Test
    default void whenProcessesTakeTurnsTokensShouldGrow() throws Exception {
        String name = freshName();
        List<Long> tokens = new ArrayList<>();

        for (int i = 0; i < 20; i++) {
            NamedLock lock = i % 3 == 0 ? here(name) : there(name);
            Lease lease = lock.acquire(LONG);
            tokens.add(lease.fencingToken());
            lease.release();
        }

        assertGrowing(tokens);
    }

    @Test
    default void whenHoldersAreRemovedTokensShouldGrow() throws Exception {
        String name = freshName();
        List<Long> tokens = new ArrayList<>();

        tokens.add(here(name).acquire(LONG, SHORT_LEASE).fencingToken());
        tokens.add(there(name).acquire(LONG, SHORT_LEASE).fencingToken());
        tokens.add(here(name).acquire(LONG).fencingToken());
        here(name).forceUnlock();
        tokens.add(there(name).acquire(LONG).fencingToken());
        there(name).forceUnlock();
        Lease last = here(name).acquire(LONG);
        tokens.add(last.fencingToken());
        last.release();

        assertGrowing(tokens);
    }

    @Test
    default void whenAThreadEntersAgainTheTokenShouldStay() {
        NamedLock lock = here(freshName());
        lock.lock();
        long token = lock.currentLease().orElseThrow().fencingToken();

        lock.lock();

        assertThat(lock.currentLease().orElseThrow().fencingToken())
                .isEqualTo(token)
                .isPositive();
        lock.unlock();
        lock.unlock();
    }

    private static void assertGrowing(List<Long> tokens) {
        assertThat(tokens).isSortedAccordingTo(Comparator.naturalOrder()).doesNotHaveDuplicates();
    }
}
