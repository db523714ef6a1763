package io.latchkey.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.memory.InMemoryLocks;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LockGaugesTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @AutoClose
    private final InMemoryLocks locks = InMemoryLocks.create();

    @AutoClose
    private final InMemoryLocks others = InMemoryLocks.create();

    @Test
    void whenClosedShouldRemoveTheGauges() {
        LockGauges gauges = bind(registry, locks);

        gauges.close();

        assertThat(registry.getMeters()).isEmpty();
        assertThat(gauges.locks()).isEmpty();
    }

    @Test
    void whenClosedShouldRemoveThemFromEveryPartOfAComposite() {
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        composite.add(registry);
        LockGauges gauges = bind(composite, locks);
        assertThat(registry.getMeters()).hasSize(2);

        gauges.close();

        assertThat(composite.getMeters()).isEmpty();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void whenARegistryIsSharedShouldCountTheLocksOfAll() throws Exception {
        LockGauges one = bind(registry, locks);
        LockGauges other = bind(registry, others);
        LockGauges again = bind(registry, others);
        Lease first = locks.reentrant("orders:42").acquire(Duration.ZERO);
        Lease second = others.reentrant("orders:42").acquire(Duration.ZERO);

        assertThat(held()).isEqualTo(2);
        one.close();
        assertThat(held()).isEqualTo(1);
        other.close();
        assertThat(held()).isEqualTo(1);
        again.close();
        assertThat(registry.getMeters()).isEmpty();

        first.release();
        second.release();
    }

    @Test
    void whenClosedTwiceShouldLeaveThoseThatCameLater() {
        LockGauges closed = bind(registry, locks);
        closed.close();
        bind(registry, others);

        closed.close();

        assertThat(held()).isZero();
    }

    @Test
    void whenNobodyKeepsThemShouldGoOnCounting() throws Exception {
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        bind(registry, locks);
        Lease lease = locks.reentrant("orders:42").acquire(Duration.ZERO);

        await().until(() -> isCollected(garbage));

        assertThat(held()).isEqualTo(1);
        lease.release();
    }

    @Test
    void whenARegistryIsDroppedShouldNotKeepIt() {
        WeakReference<Object> dropped = new WeakReference<>(boundAndDropped());

        await().until(() -> isCollected(dropped));
    }

    private MeterRegistry boundAndDropped() {
        MeterRegistry brief = new SimpleMeterRegistry();
        bind(brief, locks);
        return brief;
    }

    private static LockGauges bind(MeterRegistry registry, InMemoryLocks locks) {
        LockGauges gauges = new LockGauges(() -> List.of(locks));
        gauges.bindTo(registry);
        return gauges;
    }

    private static boolean isCollected(WeakReference<Object> reference) {
        System.gc();
        return reference.get() == null;
    }

    private double held() {
        return registry.get(LockTelemetry.LOCKS_HELD).gauge().value();
    }
}
