package io.latchkey.spring.metrics;

import io.latchkey.LockOverview;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Gauges of what this process holds and waits for. Nothing is counted along the way: the locks are looked at when asked. */
public final class LockGauges implements MeterBinder {

    private final Supplier<List<LockOverview>> locks;

    /** Of all the locks given, together. */
    public LockGauges(Supplier<List<LockOverview>> locks) {
        this.locks = locks;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, LockTelemetry.LOCKS_HELD, "Leases this process has", LockOverview::held);
        gauge(
                registry,
                LockTelemetry.LOCKS_WAITING,
                "Calls of this process that wait for a lock",
                LockOverview::waiting);
    }

    private void gauge(
            MeterRegistry registry, String name, String description, Function<LockOverview, Collection<?>> seen) {
        Gauge.builder(name, () -> locks.get().stream()
                        .mapToInt(overview -> seen.apply(overview).size())
                        .sum())
                .description(description)
                .register(registry);
    }
}
