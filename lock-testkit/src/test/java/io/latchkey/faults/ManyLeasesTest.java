package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.testkit.Direction;
import io.latchkey.testkit.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hundreds of leases that are renewed together: what befalls some of them is theirs alone. */
@Timeout(120)
@Tag("faults")
class ManyLeasesTest {

    private static final int MANY = 300;
    private static final Duration LEASE = Duration.ofSeconds(4);

    @RegisterExtension
    private final Rig rig = new Rig();

    private final List<Lease> leases = new ArrayList<>();

    private void hold(LockProcess process) throws InterruptedException {
        for (int i = 0; i < MANY; i++) {
            leases.add(process.lock("lock-" + i).acquire(Rig.SOON));
        }
    }

    /** Waits for longer than a lease, so that those that are held live by renewals alone. */
    private void outliveALease() {
        await().pollDelay(LEASE.plusSeconds(1)).atMost(LEASE.plus(Rig.SOON)).until(() -> leases.stream()
                .allMatch(Lease::isValid));
    }

    @Test
    void whenSomeAreDeletedOrTakenShouldLoseTheseAndKeepTheOthers() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE));
        hold(process);
        outliveALease();

        rig.server().command("del", Rig.lockKey("lock-0"), Rig.lockKey("lock-150"), Rig.lockKey("lock-299"));
        Lease taken = rig.process().lock("lock-150").acquire(Rig.SOON);

        List<Lease> gone = List.of(leases.get(0), leases.get(150), leases.get(299));
        await().atMost(Rig.SOON).until(() -> process.losses().size() == gone.size());
        leases.removeAll(gone);
        outliveALease();
        assertThat(gone).noneMatch(Lease::isValid);
        assertThat(process.losses()).containsExactlyInAnyOrderElementsOf(gone);
        assertThat(taken.isValid()).isTrue();
        taken.release();
        leases.forEach(Lease::release);
        gone.forEach(
                lease -> assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lease::release));
    }

    @ParameterizedTest
    @EnumSource
    void whenTheNetworkIsSilentForTooLongShouldLoseAllOnceAndRenewNoneAfterwards(Direction direction) throws Exception {
        FaultProxy proxy = rig.proxy();
        LockProcess process = rig.process(proxy, settings -> settings.leaseTime(LEASE));
        hold(process);
        outliveALease();

        proxy.blackHole(direction);
        await().atMost(LEASE.plus(Rig.SOON)).until(() -> process.losses().size() == MANY);
        proxy.heal();

        assertThat(process.losses()).containsExactlyInAnyOrderElementsOf(leases);
        assertThat(leases).noneMatch(Lease::isValid);
        rig.assertNothingLeft();
    }

    @Test
    void whenTheNetworkIsSilentForAWhileShouldKeepAll() throws Exception {
        FaultProxy proxy = rig.proxy();
        LockProcess process = rig.process(
                proxy, settings -> settings.leaseTime(LEASE.multipliedBy(5)).commandTimeout(Duration.ofMillis(500)));
        hold(process);

        proxy.blackHole(Direction.TO_CLIENT);
        await().atMost(LEASE.multipliedBy(5))
                .until(() -> process.failedRenewals().size() >= MANY);
        proxy.heal();

        await().atMost(LEASE.multipliedBy(5))
                .until(() -> leases.stream().allMatch(lease -> lease.remaining().compareTo(LEASE.multipliedBy(3)) > 0));
        assertThat(process.losses()).isEmpty();
        leases.forEach(Lease::release);
    }
}
