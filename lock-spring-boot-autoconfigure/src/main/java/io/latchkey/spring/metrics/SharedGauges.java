package io.latchkey.spring.metrics;

import io.latchkey.LockOverview;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The gauges of one registry, which has each only once. Contexts that share the registry are counted together, and the
 * last to leave removes the gauges.
 */
final class SharedGauges {

    /** Nothing here keeps a registry or its gauges: they are kept by those that joined, and by the registry itself. */
    private static final Map<MeterRegistry, WeakReference<SharedGauges>> BY_REGISTRY = new WeakHashMap<>();

    private final MeterRegistry registry;
    private final Set<LockGauges> members = ConcurrentHashMap.newKeySet();
    private final List<Meter> gauges;

    private SharedGauges(MeterRegistry registry) {
        this.registry = registry;
        this.gauges = List.of(
                gauge(LockTelemetry.LOCKS_HELD, "Leases this process has", LockOverview::held),
                gauge(
                        LockTelemetry.LOCKS_WAITING,
                        "Calls of this process that wait for a lock",
                        LockOverview::waiting));
    }

    static SharedGauges join(MeterRegistry registry, LockGauges member) {
        synchronized (BY_REGISTRY) {
            SharedGauges shared = known(registry);
            if (shared == null) {
                shared = new SharedGauges(registry);
                BY_REGISTRY.put(registry, new WeakReference<>(shared));
            }
            shared.members.add(member);
            return shared;
        }
    }

    private static @Nullable SharedGauges known(MeterRegistry registry) {
        WeakReference<SharedGauges> known = BY_REGISTRY.get(registry);
        return known == null ? null : known.get();
    }

    void leave(LockGauges member) {
        synchronized (BY_REGISTRY) {
            if (members.remove(member) && members.isEmpty()) {
                BY_REGISTRY.remove(registry);
                gauges.forEach(registry::remove);
            }
        }
    }

    private Gauge gauge(String name, String description, Function<LockOverview, Collection<?>> seen) {
        return Gauge.builder(name, this, shared -> shared.count(seen))
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    private int count(Function<LockOverview, Collection<?>> seen) {
        return members.stream()
                .map(LockGauges::locks)
                .flatMap(List::stream)
                .distinct()
                .mapToInt(overview -> seen.apply(overview).size())
                .sum();
    }
}
