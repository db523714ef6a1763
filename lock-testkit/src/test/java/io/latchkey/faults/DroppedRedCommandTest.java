package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.testkit.Command;
import io.latchkey.testkit.Fault;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loses every request of a red lock to one of its nodes once, or its reply. */
@Timeout(120)
@Tag("faults")
class DroppedRedCommandTest {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final Predicate<Command> SCRIPT_CALL = Command.named("evalsha", "eval");

    /** Acquire, refused acquire, release, acquire, release, at least: who is refused asks again. */
    private static final int CALLS = 5;

    @RegisterExtension
    private final RedRig rig = new RedRig();

    private LockProcess first;
    private LockProcess second;
    private LockProcess third;

    @BeforeEach
    void startProcesses() throws InterruptedException {
        first = rig.process(settings -> settings.leaseTime(LEASE));
        second = rig.process(settings -> settings.leaseTime(LEASE));
        third = rig.straightProcess(settings -> settings.leaseTime(LEASE));
        for (LockProcess process : new LockProcess[] {first, second, third}) {
            process.locks().red("warm-up").acquire(PATIENCE).release();
        }
        rig.awaitHoldingNodes("warm-up", 0);
    }

    /** One test for all, as five nodes take longer to start than to lose a request. */
    @ParameterizedTest
    @EnumSource
    void whenARequestToOneNodeIsLostShouldHoldOnceAndReleaseOnce(Loss loss) throws Exception {
        for (int nth = 1; nth <= CALLS; nth++) {
            String name = "order " + nth;
            Fault fault = loss.arm(rig.proxy(0), SCRIPT_CALL, nth);
            contend(name);
            await("the fault happened").atMost(Rig.SOON).until(fault::fired);
            assertAllIsWell(name);
        }

        Lease lease = first.locks().red("renewed").acquire(PATIENCE);
        rig.awaitHoldingNodes("renewed", RedRig.NODES);
        Fault fault = loss.arm(rig.proxy(0), SCRIPT_CALL, 1);
        await("a lost renewal").atMost(Rig.SOON).until(fault::fired);
        long calls = calls();
        await("further renewals").atMost(Rig.SOON).until(() -> calls() >= calls + 2);
        assertHeld(lease);
        lease.release();
        assertAllIsWell("renewed");
    }

    private void contend(String name) throws Exception {
        Lease lease = first.locks().red(name).acquire(PATIENCE);
        long calls = calls();
        CompletableFuture<Lease> other = second.locks().red(name).acquireAsync(PATIENCE);
        await().atMost(Rig.SOON).until(() -> calls() > calls);
        assertHeld(lease);
        assertThat(other).isNotDone();
        lease.release();
        Lease next = Call.get(other);
        assertHeld(next);
        next.release();
    }

    private long calls() {
        return rig.proxy(0).commandsSeen(SCRIPT_CALL);
    }

    /** It is the only one that holds the lock. */
    private void assertHeld(Lease lease) {
        assertThat(lease.isValid()).isTrue();
        assertThat(rig.holdingNodes(lease.name())).isGreaterThan(RedRig.NODES / 2);
        assertThat(third.locks().red(lease.name()).tryAcquire()).isEmpty();
    }

    /** Nothing is lost or left, all that was taken was given back once, and a third process can have the lock. */
    private void assertAllIsWell(String name) throws InterruptedException {
        rig.awaitHoldingNodes(name, 0);
        for (LockProcess process : new LockProcess[] {first, second}) {
            assertThat(process.losses()).isEmpty();
            await().atMost(Rig.SOON)
                    .untilAsserted(() -> assertThat(process.releases()).isEqualTo(process.acquisitions()));
        }
        third.locks().red(name).acquire(PATIENCE).release();
        rig.awaitHoldingNodes(name, 0);
    }
}
