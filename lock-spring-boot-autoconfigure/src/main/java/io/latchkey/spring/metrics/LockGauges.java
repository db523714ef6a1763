package io.latchkey.spring.metrics;

import io.latchkey.LockOverview;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Gauges of what this process holds and waits for. Nothing is counted along the way: the locks are looked at when
 * asked.
 *
 * <p>A registry can outlive the application context, and Micrometer's global registry keeps every one it was given. So
 * {@link #close()} takes the gauges out again and lets go of the locks.
 */
public final class LockGauges implements MeterBinder, AutoCloseable {

    private final Set<SharedGauges> bound = ConcurrentHashMap.newKeySet();
    private volatile Supplier<List<LockOverview>> locks;

    /** Of all the locks given, together. */
    public LockGauges(Supplier<List<LockOverview>> locks) {
        this.locks = locks;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bound.add(SharedGauges.join(registry, this));
    }

    /** Removes the gauges from every registry, unless other locks are counted there. */
    @Override
    public void close() {
        bound.forEach(shared -> shared.leave(this));
        bound.clear();
        locks = List::of;
    }

    List<LockOverview> locks() {
        return locks.get();
    }
}
