package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockBackendException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.testkit.Direction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Red locks on five nodes, some of which are away, slow or forgetful. */
@Timeout(120)
@Tag("faults")
class RedLockFaultTest {

    private static final Duration WAIT = Duration.ofSeconds(10);
    /** Long, so that what is gone soon after did not just end by itself. */
    private static final Duration LONG_LEASE = Duration.ofSeconds(60);

    private static final Duration SHORT_LEASE = Duration.ofSeconds(3);
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(5);

    /** Well below the node time-out: nobody waited for the slow one. */
    private static final Duration SOONER = Duration.ofSeconds(3);

    @RegisterExtension
    private final RedRig rig = new RedRig();

    @Test
    void whenTwoNodesAreCutOffShouldWorkAndReleaseEverywhereOnceTheyAreBack() throws Exception {
        NamedLock lock = red(LONG_LEASE);
        Lease before = lock.acquire(WAIT);
        rig.awaitHoldingNodes("order", 5);
        rig.cutOff(2);

        Call<Void> releasing = Call.make(() -> {
            before.release();
            return null;
        });
        Call<Lease> taking = Call.make(() -> lock.acquire(WAIT));
        Call<Void> releasingAgain = Call.make(() -> {
            taking.value().release();
            return null;
        });

        assertThat(releasing.failure()).isNull();
        assertThat(taking.failure()).isNull();
        assertThat(releasingAgain.failure()).isNull();
        assertThat(releasing.took().plus(taking.took()).plus(releasingAgain.took()))
                .isLessThan(SOONER);
        assertThat(rig.holdingNodes("order")).as("the nodes that were cut off").isEqualTo(2);
        rig.heal();
        rig.awaitHoldingNodes("order", 0);
    }

    @Test
    void whenTwoNodesLoseTheirConnectionsShouldWorkAndReleaseEverywhereOnceTheyAreBack() throws Exception {
        NamedLock lock = red(LONG_LEASE);
        Lease before = lock.acquire(WAIT);
        rig.awaitHoldingNodes("order", 5);
        rig.disconnect(2);

        Call<Void> releasing = Call.make(() -> {
            before.release();
            return null;
        });

        assertThat(releasing.failure()).isNull();
        assertThat(releasing.took()).isLessThan(SOONER);
        rig.awaitHoldingNodes("order", 2);
        rig.heal();
        rig.awaitHoldingNodes("order", 0);
    }

    @Test
    void whenThreeNodesAreCutOffShouldFailAndCleanUp() throws Exception {
        NamedLock lock = rig.process(
                        settings -> settings.leaseTime(LONG_LEASE).redLockNodeTimeout(Duration.ofSeconds(1)))
                .locks()
                .red("order");
        lock.acquire(WAIT).release();
        rig.awaitHoldingNodes("order", 0);
        rig.cutOff(3);

        Call<Boolean> waiting = Call.make(() -> lock.tryLock(Duration.ofSeconds(3)));
        Call<Boolean> trying = Call.make(lock::tryLock);

        assertThat(waiting.failure())
                .isInstanceOf(LockBackendException.class)
                .hasMessageContaining("2 of 5 red-lock nodes answered, 3 are needed");
        assertThat(waiting.took()).isBetween(Duration.ofMillis(1_500), Duration.ofSeconds(10));
        assertThat(trying.failure()).isInstanceOf(LockBackendException.class);
        rig.awaitHoldingNodes("order", 0);
        rig.heal();
        try (Lease lease = lock.acquire(WAIT)) {
            assertThat(lease.isValid()).isTrue();
        }
        rig.awaitHoldingNodes("order", 0);
    }

    @Test
    void whenANodeIsSlowShouldNotWaitForIt() throws Exception {
        NamedLock lock = red(LONG_LEASE);
        lock.acquire(WAIT).release();
        rig.proxy(4).delay(Duration.ofSeconds(4));
        long start = System.nanoTime();

        for (int i = 0; i < 20; i++) {
            lock.acquire(WAIT).release();
        }
        assertThat(lock.isLocked()).isFalse();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOONER);
        rig.heal();
        rig.awaitHoldingNodes("order", 0);
    }

    @Test
    void whenNodesAreSlowTheTimeTheyTookShouldNotBePartOfTheLease() throws Exception {
        NamedLock lock = red(LONG_LEASE);
        for (int node = 0; node < RedRig.NODES; node++) {
            rig.proxy(node).delay(Duration.ofMillis(500));
        }

        Lease lease = lock.acquire(WAIT, SHORT_LEASE);

        assertThat(lease.remaining()).isPositive().isLessThan(SHORT_LEASE.minusMillis(900));
        rig.heal();
        lease.close();
    }

    @Test
    void whenANodeGrantsLateTheReleaseShouldReachItToo() throws Exception {
        NamedLock lock = red(LONG_LEASE);
        lock.acquire(WAIT).release();
        rig.proxy(4).delay(Duration.ofSeconds(1));

        Lease lease = lock.acquire(WAIT);
        rig.awaitHoldingNodes("order", 5);
        lease.release();

        rig.awaitHoldingNodes("order", 0);
        rig.heal();
    }

    @Test
    void whenANodeRestartsEmptyDuringAHoldShouldGoOnAndTakeItThereAgain() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(SHORT_LEASE));
        LockProcess other = rig.straightProcess(settings -> settings.leaseTime(SHORT_LEASE));
        Lease lease = process.locks().red("order").acquire(WAIT);
        rig.awaitHoldingNodes("order", 5);

        for (int node = 0; node < RedRig.NODES; node++) {
            rig.server(node).restart();
            int restarted = node;
            await().atMost(Rig.SOON).until(() -> rig.isHeldAt(restarted, "order"));
            assertThat(lease.isValid()).isTrue();
            assertThat(other.locks().red("order").tryLock()).isFalse();
        }

        assertThat(process.losses()).isEmpty();
        lease.release();
        rig.awaitHoldingNodes("order", 0);
    }

    @Test
    void whenRenewalReachesOnlyTwoNodesTheLeaseShouldBeLostBeforeItsValidityEnds() throws Exception {
        LockProcess process =
                rig.process(settings -> settings.leaseTime(SHORT_LEASE).redLockNodeTimeout(Duration.ofMillis(500)));
        NamedLock lock = process.locks().red("order");
        Lease lease = lock.acquire(WAIT);
        rig.awaitHoldingNodes("order", 5);
        CompletableFuture<Lease> told = new CompletableFuture<>();
        lease.onLost(told::complete);

        CompletableFuture<Boolean> validWhenOthersGotIt = rig.straightProcess(
                        settings -> settings.leaseTime(SHORT_LEASE))
                .locks()
                .red("order")
                .acquireAsync(Duration.ofSeconds(30))
                .thenApply(next -> {
                    boolean valid = lease.isValid();
                    next.release();
                    return valid;
                });

        rig.cutOff(3);
        told.get(30, TimeUnit.SECONDS);

        assertThat(lease.isValid()).isFalse();
        assertThat(Call.get(validWhenOthersGotIt)).isFalse();
        assertThat(process.failedRenewals()).isNotEmpty();
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lease::release);
        rig.heal();
        lock.acquire(WAIT).release();
    }

    @Test
    void whenLostAtThreeNodesTheHolderShouldHearItAtItsNextRenewal() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(SHORT_LEASE));
        Lease lease = process.locks().red("order").acquire(WAIT);
        rig.awaitHoldingNodes("order", 5);
        CompletableFuture<Lease> told = new CompletableFuture<>();
        lease.onLost(told::complete);

        for (int node = 0; node < 3; node++) {
            rig.server(node).command("flushall");
        }

        told.get(30, TimeUnit.SECONDS);
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(lease::release)
                .withMessageContaining("was gone from the backend");
        rig.awaitHoldingNodes("order", 0);
    }

    @Test
    void whenLostAtThreeNodesReleaseShouldSaySo() throws Exception {
        NamedLock lock = red(LONG_LEASE);
        lock.lock(LONG_LEASE);
        rig.awaitHoldingNodes("order", 5);

        for (int node = 0; node < 3; node++) {
            rig.server(node).command("flushall");
        }

        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lock::unlock);
        rig.awaitHoldingNodes("order", 0);
    }

    @Test
    void whenOthersHoldTwoNodesShouldTakeTheRestAndLeaveTheirLines() throws Exception {
        for (int node = 0; node < 2; node++) {
            rig.server(node).command("hset", RedRig.lockKey("order"), "other:1:1", "1");
            rig.server(node).command("pexpire", RedRig.lockKey("order"), "60000");
        }
        NamedLock lock = red(LONG_LEASE);

        Lease lease = lock.acquire(WAIT);

        rig.awaitHoldingNodes("order", 5);
        for (int node = 0; node < 2; node++) {
            int refusing = node;
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> (Long) rig.server(refusing).command("exists", RedRig.lockKey("order") + ":line") == 0);
        }
        lease.release();
        rig.awaitHoldingNodes("order", 2);
        rig.server(0).command("del", RedRig.lockKey("order"));
        rig.server(1).command("del", RedRig.lockKey("order"));
    }

    @Test
    void whenOthersHoldThreeNodesShouldGiveBackTheRestAndWait() throws Exception {
        for (int node = 0; node < 3; node++) {
            rig.server(node).command("hset", RedRig.lockKey("order"), "other:1:1", "1");
            rig.server(node).command("pexpire", RedRig.lockKey("order"), "60000");
        }
        NamedLock lock = red(LONG_LEASE);

        assertThat(lock.tryLock()).isFalse();
        rig.awaitHoldingNodes("order", 3);
        CompletableFuture<Lease> waiting = lock.acquireAsync(WAIT);
        rig.server(2).command("del", RedRig.lockKey("order"));

        Call.get(waiting).release();
        rig.server(0).command("del", RedRig.lockKey("order"));
        rig.server(1).command("del", RedRig.lockKey("order"));
    }

    @Test
    void whenItIsPartOfAMultiLockShouldBeTakenWithTheOthersOrNone() throws Exception {
        Locks locks = rig.process(settings -> settings.leaseTime(LONG_LEASE).redLockNodeTimeout(Duration.ofSeconds(1)))
                .locks();
        Locks others =
                rig.straightProcess(settings -> settings.leaseTime(LONG_LEASE)).locks();
        NamedLock multi = locks.multi(locks.fair("cart"), locks.red("order"), locks.reentrant("stock"));

        Lease lease = multi.acquire(WAIT);
        rig.awaitHoldingNodes("order", 5);
        assertThat(others.reentrant("stock").tryLock()).isFalse();
        assertThat(others.red("order").tryLock()).isFalse();
        lease.release();
        rig.awaitHoldingNodes("order", 0);
        assertThat(others.reentrant("stock").tryLock()).isTrue();
        others.reentrant("stock").unlock();

        rig.cutOff(3);
        assertThat(Call.make(() -> multi.tryLock(Duration.ofSeconds(3))).failure())
                .isInstanceOf(LockBackendException.class);
        assertThat(others.reentrant("stock").tryLock(WAIT)).isTrue();
        others.reentrant("stock").unlock();
        rig.heal();
        multi.acquire(WAIT).release();
        rig.awaitHoldingNodes("order", 0);
    }

    /** Neither those who grant nor those who refuse are enough. */
    @Test
    void whenASilentNodeWouldDecideShouldBeWaitedForNoLongerThanItsTime() throws Exception {
        for (int node = 0; node < 2; node++) {
            rig.server(node).command("hset", RedRig.lockKey("order"), "other:1:1", "1");
            rig.server(node).command("pexpire", RedRig.lockKey("order"), "60000");
        }
        NamedLock lock = red(LONG_LEASE);
        rig.proxy(4).blackHole(Direction.BOTH);

        Call<Boolean> tried = Call.make(lock::tryLock);

        assertThat(tried.value()).isFalse();
        assertThat(tried.took()).isBetween(NODE_TIMEOUT, NODE_TIMEOUT.plusSeconds(4));
        rig.awaitHoldingNodes("order", 2);
        rig.heal();
        rig.awaitHoldingNodes("order", 2);
        rig.server(0).command("del", RedRig.lockKey("order"));
        rig.server(1).command("del", RedRig.lockKey("order"));
    }

    @Test
    void whenManyProcessesSplitTheNodesShouldAllGetTheirTurnOneAtATime() throws Exception {
        int[] unguarded = {0};
        List<CompletableFuture<Call<Void>>> all = new ArrayList<>();

        for (int i = 0; i < 5; i++) {
            NamedLock lock = rig.straightProcess(settings -> {}).locks().red("order");
            all.add(Call.start(() -> {
                for (int turn = 0; turn < 40; turn++) {
                    try (Lease lease = lock.acquire(Duration.ofSeconds(60))) {
                        int seen = unguarded[0];
                        Thread.onSpinWait();
                        unguarded[0] = seen + 1;
                    }
                }
                return null;
            }));
        }

        for (CompletableFuture<Call<Void>> each : all) {
            assertThat(each.get(90, TimeUnit.SECONDS).failure()).isNull();
        }
        assertThat(unguarded[0]).isEqualTo(200);
        rig.awaitHoldingNodes("order", 0);
    }

    @Test
    void whenAWaiterGivesUpShouldLeaveNoPlaceInLineAnywhere() throws Exception {
        NamedLock lock = red(LONG_LEASE);
        NamedLock there = rig.straightProcess(settings -> settings.leaseTime(LONG_LEASE))
                .locks()
                .red("order");
        Lease held = there.acquire(WAIT);
        rig.awaitHoldingNodes("order", 5);

        assertThat(lock.tryLock(Duration.ofSeconds(2))).isFalse();

        for (int node = 0; node < RedRig.NODES; node++) {
            int each = node;
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> (Long) rig.server(each).command("exists", RedRig.lockKey("order") + ":line") == 0);
        }
        held.release();
    }

    private NamedLock red(Duration leaseTime) {
        return rig.process(settings -> settings.leaseTime(leaseTime).redLockNodeTimeout(NODE_TIMEOUT))
                .locks()
                .red("order");
    }
}
