package io.latchkey.engine;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases that one look of the watchdog found due, renewed together in few requests. */
final class Renewals {

    /** Beyond this a request gains nothing and keeps the backend from others. */
    private static final int PER_REQUEST = 100;

    private static final Logger log = LoggerFactory.getLogger(Renewals.class);

    private record Due(Slot slot, Run run, HeldLease lease) {}

    private final LockEngine engine;
    private final Map<LockKind, List<Due>> due = new EnumMap<>(LockKind.class);

    Renewals(LockEngine engine) {
        this.engine = engine;
    }

    void add(Slot slot, Run run, HeldLease lease) {
        due.computeIfAbsent(slot.id.kind(), kind -> new ArrayList<>()).add(new Due(slot, run, lease));
    }

    void send() {
        for (List<Due> ofKind : due.values()) {
            for (int from = 0; from < ofKind.size(); from += PER_REQUEST) {
                send(ofKind.subList(from, Math.min(from + PER_REQUEST, ofKind.size())));
            }
        }
    }

    private void send(List<Due> batch) {
        List<Hold> holds =
                batch.stream().map(due -> new Hold(due.slot.id, due.run.owner)).toList();
        long sentAt = engine.now();
        ScheduledFuture<?> silence =
                engine.later(engine.commandTimeout, () -> failed(batch, Failures.silence(engine.commandTimeout)));
        engine.backend.renew(holds, Duration.ofNanos(engine.leaseTime)).whenComplete((held, failure) -> {
            if (silence != null) {
                silence.cancel(false);
            }
            if (failure == null) {
                answered(batch, held, sentAt);
            } else {
                failed(batch, BackendFailure.from(failure));
            }
        });
    }

    private void failed(List<Due> batch, BackendFailure failure) {
        log.warn(
                "renewing {} leases failed, the first of them {}; it is tried again until they end: {}",
                batch.size(),
                batch.get(0).lease,
                failure.getMessage());
        batch.forEach(due ->
                engine.callback(() -> engine.listeners.tell(listener -> listener.renewalFailed(due.lease, failure))));
    }

    private void answered(List<Due> batch, BitSet held, long sentAt) {
        for (int i = 0; i < batch.size(); i++) {
            Due due = batch.get(i);
            due.slot.renewed(due.run, held.get(i), sentAt, engine.leaseTime);
        }
    }
}
