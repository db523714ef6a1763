package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedReadWriteLock;
import java.time.Duration;

/** Where one {@link ReadWriteScenario} is played. */
final class ReadWriteStage extends Stage {

    private static final Duration WATCHDOG_LEASE = Duration.ofSeconds(3);

    ReadWriteStage(Rig rig, String name) {
        super(rig, name, WATCHDOG_LEASE);
    }

    NamedReadWriteLock first() {
        return first.locks().readWrite(name);
    }

    NamedReadWriteLock second() {
        return second.locks().readWrite(name);
    }

    void awaitInLine(long processes) {
        awaitSize(":rw:line", processes);
    }

    /** The lease is valid, and the server knows of exactly so many readers and writers. */
    void inside(Lease lease, long readers, long writers) {
        assertThat(lease.isValid()).isTrue();
        assertHeld(readers, writers);
    }

    void assertHeld(long readers, long writers) {
        assertThat(size(":read")).as("readers at the server").isEqualTo(readers);
        assertThat((Long) rig.server().command("hlen", key(":write")))
                .as("writers at the server")
                .isEqualTo(writers);
    }

    @Override
    void assertAllIsWell(LockProcess third) throws InterruptedException {
        assertNothingLost();
        await().atMost(Rig.SOON).untilAsserted(() -> assertHeld(0, 0));
        awaitInLine(0);
        try (Lease writing = third.locks().readWrite(name).writeLock().acquire(PATIENCE)) {
            inside(writing, 0, 1);
        }
    }
}
