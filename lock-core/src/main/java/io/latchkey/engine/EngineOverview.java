package io.latchkey.engine;

import io.latchkey.LockOverview.Held;
import io.latchkey.LockOverview.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One walk over the slots that writes down what it sees. */
final class EngineOverview {

    private final LockEngine engine;
    private final long now;

    EngineOverview(LockEngine engine) {
        this.engine = engine;
        this.now = engine.now();
    }

    List<Held> held() {
        return seen(Slot::held, this::held);
    }

    List<Waiting> waiting() {
        return seen(Slot::waiting, this::waiting);
    }

    private <T, V> List<V> seen(Function<Slot, List<T>> look, Function<T, V> view) {
        List<V> seen = new ArrayList<>();
        engine.slots().forEach(slot -> look.apply(slot).forEach(each -> seen.add(view.apply(each))));
        return seen;
    }

    private Held held(HeldLease lease) {
        return new Held(
                lease.kind(),
                lease.name(),
                lease.threadName,
                lease.slot.id.kind().isFenced() ? lease.fencingToken() : null,
                since(lease.grantedAt),
                lease.remaining(),
                lease.renewed());
    }

    private Waiting waiting(Waiter waiter) {
        return new Waiting(
                waiter.kind(),
                waiter.lockName(),
                waiter.threadName,
                since(waiter.startedAt),
                waiter.waitUntil == Times.NEVER ? null : Duration.ofNanos(Math.max(0, waiter.waitUntil - now)));
    }

    private Duration since(long then) {
        return Duration.ofNanos(Math.max(0, now - then));
    }
}
