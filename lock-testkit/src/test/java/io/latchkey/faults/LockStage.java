package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.spi.LockBackend;
import java.time.Duration;
import java.util.List;

/** Where one {@link Scenario} is played, with an exclusive lock of some kind. */
final class LockStage extends Stage {

    private final ExclusiveKind kind;
    private long highestToken;

    LockStage(Rig rig, String name, Duration leaseTime, ExclusiveKind kind) {
        super(rig, name, leaseTime);
        this.kind = kind;
    }

    NamedLock first() {
        return kind.of(first.locks(), name);
    }

    NamedLock second() {
        return kind.of(second.locks(), name);
    }

    void awaitInLine(long places) {
        awaitSize(kind.line(), places);
    }

    /** Each who comes to a fair lock asks for a place, if nobody comes so soon that they ask together. */
    void awaitCallsForPlaces(long calls) {
        if (kind == ExclusiveKind.FAIR) {
            awaitCalls(calls);
        }
    }

    /** Inside the critical section: it must be the only one, at the server too, with a token above all before. */
    void inside(Lease lease) {
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.fencingToken()).isGreaterThan(highestToken);
        highestToken = lease.fencingToken();
        assertThat(owners())
                .asInstanceOf(list(String.class))
                .hasSize(2)
                .element(1)
                .extracting(Long::valueOf)
                .satisfies(runToken -> assertThat(lease.fencingToken())
                        .isBetween(runToken, runToken + LockBackend.TOKENS_PER_RUN - 1));
    }

    /** What the server says of who holds the lock, each with its token. */
    private List<?> owners() {
        List<?> fields = (List<?>) rig.server().command("hgetall", key(kind.lock()));
        int served = fields.indexOf("served");
        return served < 0 ? fields : fields.subList(served == 0 ? 2 : 0, served == 0 ? fields.size() : served);
    }

    @Override
    void assertAllIsWell(LockProcess third) throws InterruptedException {
        assertNothingLost();
        awaitFree();
        awaitInLine(0);
        try (Lease lease = kind.of(third.locks(), name).acquire(PATIENCE)) {
            inside(lease);
        }
        awaitFree();
    }

    private void awaitFree() {
        await().pollInterval(Duration.ofMillis(5)).atMost(Rig.SOON).until(() -> owners().isEmpty());
    }
}
