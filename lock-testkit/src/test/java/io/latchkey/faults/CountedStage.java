package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedSemaphore;
import java.time.Duration;

/** Where one {@link CountedScenario} is played. */
final class CountedStage extends Stage {

    private static final Duration WATCHDOG_LEASE = Duration.ofSeconds(3);

    CountedStage(Rig rig, String name) {
        super(rig, name, WATCHDOG_LEASE);
    }

    NamedSemaphore first(int permits) {
        return first.locks().semaphore(name, permits);
    }

    NamedSemaphore second(int permits) {
        return second.locks().semaphore(name, permits);
    }

    NamedCountDownLatch firstLatch() {
        return first.locks().countDownLatch(name);
    }

    NamedCountDownLatch secondLatch() {
        return second.locks().countDownLatch(name);
    }

    /** The lease is valid, and the server knows of exactly so many permits. */
    void inside(Lease lease, long held) {
        assertThat(lease.isValid()).isTrue();
        assertHeld(held);
    }

    void assertHeld(long held) {
        assertThat(size(":permits")).as("permits held at the server").isEqualTo(held);
    }

    void assertCount(int count) {
        assertThat(rig.server().command("get", key(":latch")))
                .as("count at the server")
                .isEqualTo(count == 0 ? null : String.valueOf(count));
    }

    void awaitInLine(long processes) {
        awaitSize(":permits:line", processes);
    }

    void awaitInLineOfLatch(long processes) {
        awaitSize(":latch:line", processes);
    }

    @Override
    void assertAllIsWell(LockProcess third) {
        assertNothingLost();
        await().atMost(Rig.SOON).untilAsserted(() -> assertHeld(0));
        awaitInLine(0);
        awaitInLineOfLatch(0);
        assertCount(0);
        assertThat(third.locks().semaphore(name + " of nobody", 3).availablePermits())
                .isEqualTo(3);
    }

    @Override
    public void close() {
        super.close();
        rig.server().command("del", key(":permits:limit"));
    }
}
