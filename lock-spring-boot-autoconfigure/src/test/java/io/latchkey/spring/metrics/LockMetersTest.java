package io.latchkey.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.memory.InMemoryLocks;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LockMetersTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @AutoClose
    private final InMemoryLocks locks =
            InMemoryLocks.create(new LockMeters(registry, new KnownLockNames(List.of("orders"))));

    private final NamedLock lock = locks.reentrant("orders:42");

    @Test
    void shouldTimeAcquisitionsAndHolds() throws Exception {
        lock.acquire(Duration.ZERO).release();

        assertThat(count(LockTelemetry.ACQUIRE, "reentrant", "orders", "acquired"))
                .isEqualTo(1);
        assertThat(registry.get(LockTelemetry.HELD)
                        .tags("lock.kind", "reentrant", "lock.name", "orders")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void shouldTellOutcomesApart() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);

        assertThat(lock.tryAcquire()).isEmpty();
        lock.acquireAsync(Duration.ofMinutes(1)).cancel(false);
        CompletableFuture<Lease> waiting = lock.acquireAsync(Duration.ofMinutes(1));
        locks.close();

        assertThat(waiting).failsWithin(20, TimeUnit.SECONDS);
        assertThat(held.isValid()).isFalse();
        for (String outcome : List.of("acquired", "busy", "cancelled", "failed")) {
            assertThat(count(LockTelemetry.ACQUIRE, "reentrant", "orders", outcome))
                    .as(outcome)
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldCountLosses() throws Exception {
        Lease lease = lock.acquire(Duration.ZERO);
        lock.forceUnlock();

        assertThat(lease.isValid()).isFalse();
        await().until(() -> registry.find(LockTelemetry.LOST).counter() != null);
        assertThat(registry.get(LockTelemetry.LOST)
                        .tags("lock.kind", "reentrant", "lock.name", "orders")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void shouldCountHandOversRenewalFailuresAndPolls() throws Exception {
        LockMeters meters = new LockMeters(registry, new KnownLockNames(List.of("orders")));
        Lease lease = lock.acquire(Duration.ZERO);

        meters.passedOn(lease);
        meters.renewalFailed(lease, new IllegalStateException("a test"));
        meters.polled("reentrant", "orders:42");

        for (String meter : List.of(LockTelemetry.PASS_ONS, LockTelemetry.RENEWAL_FAILURES, LockTelemetry.POLLS)) {
            assertThat(registry.get(meter)
                            .tags("lock.kind", "reentrant", "lock.name", "orders")
                            .counter()
                            .count())
                    .as(meter)
                    .isEqualTo(1);
        }
        lease.release();
    }

    @Test
    void shouldHaveNoKeyInAnyTag() throws Exception {
        for (int i = 0; i < 100; i++) {
            locks.reentrant("orders:4711-" + i).acquire(Duration.ZERO).close();
            locks.reentrant("customer-4711-" + i).acquire(Duration.ZERO).close();
        }

        assertThat(registry.getMeters())
                .isNotEmpty()
                .flatExtracting(meter -> meter.getId().getTags())
                .extracting(Tag::getValue)
                .noneMatch(value -> value.contains("4711"));
        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .extracting(id -> id.getTag(LockTelemetry.LOCK_NAME))
                .containsOnly("orders", "none");
    }

    @Test
    void shouldGaugeWhatIsHeldAndWaitedFor() throws Exception {
        new LockGauges(() -> List.of(locks)).bindTo(registry);
        Lease held = lock.acquire(Duration.ZERO);
        CompletableFuture<Lease> waiting = lock.acquireAsync(Duration.ofMinutes(1));

        assertThat(registry.get(LockTelemetry.LOCKS_HELD).gauge().value()).isEqualTo(1);
        assertThat(registry.get(LockTelemetry.LOCKS_WAITING).gauge().value()).isEqualTo(1);

        waiting.cancel(false);
        held.release();
        assertThat(registry.get(LockTelemetry.LOCKS_HELD).gauge().value()).isZero();
        assertThat(registry.get(LockTelemetry.LOCKS_WAITING).gauge().value()).isZero();
    }

    private long count(String meter, String kind, String name, String outcome) {
        return registry.get(meter)
                .tags("lock.kind", kind, "lock.name", name, "outcome", outcome)
                .timer()
                .count();
    }
}
