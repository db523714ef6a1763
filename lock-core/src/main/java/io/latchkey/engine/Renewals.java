package io.latchkey.engine;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases that one look of the watchdog found due, renewed together in few requests. */
final class Renewals {

    private static final Logger log = LoggerFactory.getLogger(Renewals.class);

    private final LockEngine engine;
    private final Map<Group, List<HeldLease>> due = new HashMap<>();
    /** Where the last one went, as the next one mostly does. */
    private @Nullable Group group;

    private List<HeldLease> members = List.of();

    /** What one request can renew: a node that does not answer must not cost the leases at other nodes. */
    private record Group(LockKind kind, int place) {}

    Renewals(LockEngine engine) {
        this.engine = engine;
    }

    void add(HeldLease lease) {
        LockId lock = lease.slot.id;
        int place = engine.backend.place(lock);
        if (group == null || group.kind != lock.kind() || group.place != place) {
            group = new Group(lock.kind(), place);
            members = due.computeIfAbsent(group, first -> new ArrayList<>());
        }
        members.add(lease);
    }

    void send() {
        int most = engine.backend.holdsPerRenewal();
        for (List<HeldLease> group : due.values()) {
            for (int from = 0; from < group.size(); from += most) {
                send(group.subList(from, Math.min(from + most, group.size())));
            }
        }
    }

    private void send(List<HeldLease> batch) {
        List<Hold> holds = new ArrayList<>(batch.size());
        for (HeldLease lease : batch) {
            holds.add(new Hold(lease.slot.id, lease.run.owner));
        }
        long sentAt = engine.now();
        ScheduledFuture<?> silence = engine.threads.later(
                engine.commandTimeout, () -> failed(batch, Failures.silence(engine.commandTimeout)));
        Answers.to(() -> engine.backend.renew(holds, Duration.ofNanos(engine.leaseTime)))
                .whenComplete((held, failure) -> {
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

    private void failed(List<HeldLease> batch, BackendFailure failure) {
        log.warn(
                "renewing {} leases failed, the first of them {}; it is tried again until they end: {}",
                batch.size(),
                batch.get(0),
                failure.getMessage());
        batch.forEach(lease -> engine.threads.callback(
                () -> engine.listeners.tell(listener -> listener.renewalFailed(lease, failure))));
    }

    private void answered(List<HeldLease> batch, BitSet held, long sentAt) {
        for (int i = 0; i < batch.size(); i++) {
            HeldLease lease = batch.get(i);
            lease.slot.renewed(lease.run, held.get(i), sentAt, engine.leaseTime);
        }
    }
}
