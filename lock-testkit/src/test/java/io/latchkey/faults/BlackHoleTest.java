package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.NamedLock;
import io.latchkey.testkit.Direction;
import io.latchkey.testkit.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A network that swallows bytes without closing connections, and later delivers them all. */
@Timeout(90)
@Tag("faults")
class BlackHoleTest {

    private static final Duration WAIT = Duration.ofSeconds(2);
    /** Long, so that what is gone soon after did not just end by itself. */
    private static final Duration LEASE = Duration.ofSeconds(60);

    @RegisterExtension
    private final Rig rig = new Rig();

    @ParameterizedTest
    @EnumSource
    void whenNetworkIsSilentShouldFailInTimeAndLeaveNothingOnceItHeals(Direction direction) throws Exception {
        FaultProxy proxy = rig.proxy();
        LockProcess process = rig.process(proxy, settings -> settings.leaseTime(LEASE));
        NamedLock held = process.lock("held");
        Lease lease = held.acquire(Rig.SOON);
        proxy.blackHole(direction);

        CompletableFuture<Call<Boolean>> waiting =
                Call.start(() -> process.lock("waited for").tryLock(WAIT, LEASE));
        CompletableFuture<Call<Boolean>> trying =
                Call.start(() -> process.lock("tried").tryLock());
        CompletableFuture<Call<Void>> releasing = Call.start(() -> {
            lease.release();
            return null;
        });

        assertSilenceReported(Call.get(waiting));
        assertSilenceReported(Call.get(trying));
        assertSilenceReported(Call.get(releasing));
        proxy.heal();
        assertWorks(process, "held", "waited for", "tried");
        assertThat(process.losses()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whenNetworkIsSilentFromTheStartShouldFailInTimeAndWorkOnceItHeals(Direction direction) throws Exception {
        FaultProxy proxy = rig.proxy();
        proxy.blackHole(direction);
        LockProcess process = rig.process(proxy, settings -> settings.leaseTime(LEASE));

        CompletableFuture<Call<Boolean>> waiting =
                Call.start(() -> process.lock("waited for").tryLock(WAIT, LEASE));
        CompletableFuture<Call<Boolean>> trying =
                Call.start(() -> process.lock("tried").tryLock());

        assertSilenceReported(Call.get(waiting));
        assertThat(Call.get(trying).failure()).isInstanceOf(LockBackendException.class);
        proxy.heal();
        assertWorks(process, "waited for", "tried");
    }

    @ParameterizedTest
    @EnumSource
    void whenWaitingWhileNetworkFallsSilentShouldNotReportBusy(Direction direction) throws Exception {
        FaultProxy proxy = rig.proxy();
        LockProcess process = rig.process(proxy, settings -> settings.commandTimeout(Duration.ofMillis(500)));
        LockProcess other = rig.process();
        Lease foreign = other.lock("order").acquire(Rig.SOON);
        CompletableFuture<Call<Boolean>> waiting =
                Call.start(() -> process.lock("order").tryLock(Duration.ofSeconds(3), LEASE));
        rig.awaitInLine("order", 1);

        proxy.blackHole(direction);
        Call<Boolean> outcome = Call.get(waiting);

        assertThat(outcome.failure()).isInstanceOf(LockBackendException.class);
        assertThat(outcome.took()).isBetween(Duration.ofMillis(2_500), Duration.ofSeconds(10));
        foreign.release();
        proxy.heal();
        assertWorks(process, "order");
        assertThat(other.losses()).isEmpty();
    }

    @Test
    void whenNetworkIsSilentForLessThanTheLeaseShouldLoseNothing() throws Exception {
        FaultProxy proxy = rig.proxy();
        LockProcess process = rig.process(
                proxy, settings -> settings.leaseTime(Duration.ofSeconds(6)).commandTimeout(Duration.ofMillis(500)));
        Lease lease = process.lock("order").acquire(Rig.SOON);

        proxy.blackHole(Direction.BOTH);
        await().atMost(Rig.SOON).until(() -> !process.failedRenewals().isEmpty());
        proxy.heal();
        Rig.awaitRenewal(lease);

        assertThat(lease.isValid()).isTrue();
        lease.release();
        assertThat(process.losses()).isEmpty();
    }

    private static void assertSilenceReported(Call<?> outcome) {
        assertThat(outcome.failure()).isInstanceOf(LockBackendException.class);
        assertThat(outcome.took()).isBetween(Duration.ofMillis(1_500), Duration.ofSeconds(10));
    }

    /** The late answers granted nobody a lock, the locks are free for others, and this process can take them again. */
    private void assertWorks(LockProcess process, String... names) throws InterruptedException {
        for (String name : names) {
            rig.awaitFree(name);
            rig.awaitInLine(name, 0);
            assertThat(process.lock(name).holder()).isEmpty();
            try (Lease lease = process.lock(name).acquire(Rig.SOON)) {
                assertThat(lease.isValid()).isTrue();
            }
        }
    }
}
