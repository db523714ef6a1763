package io.latchkey.engine;

import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps leases alive: those that were due together once are renewed together from then on, in one request for each
 * {@link RenewalBatch}, without a look at every lock.
 *
 * <p>Batches only get smaller, so those that come to be less than half full are made into fewer when they are due. All of this
 * is done on the watchdog's thread.
 */
final class Renewals {

    private static final Logger log = LoggerFactory.getLogger(Renewals.class);

    private final LockEngine engine;
    private final Alarm alarm;
    private final List<RenewalBatch> batches = new ArrayList<>();
    /** Batches that were not sent yet and may take more leases. */
    private final Map<Group, RenewalBatch> open = new HashMap<>();
    /** Where the last lease went, as the next one mostly does. */
    private @Nullable RenewalBatch last;

    /** What one request can renew: a node that does not answer must not cost the leases at other nodes. */
    record Group(LockKind kind, int place) {

        boolean has(LockKind otherKind, int otherPlace) {
            return kind == otherKind && place == otherPlace;
        }
    }

    Renewals(LockEngine engine) {
        this.engine = engine;
        this.alarm = new Alarm(engine, this::look);
    }

    /** Takes a lease that is due into a batch; the caller holds the monitor of its slot. */
    void add(HeldLease lease) {
        batchFor(lease.slot.id).add(lease);
    }

    private RenewalBatch batchFor(LockId lock) {
        int place = engine.backend.place(lock);
        RenewalBatch batch = last;
        if (batch == null || !batch.group.has(lock.kind(), place)) {
            batch = open.get(new Group(lock.kind(), place));
        }
        if (batch == null || batch.size() == engine.backend.holdsPerRenewal()) {
            batch = new RenewalBatch(engine, new Group(lock.kind(), place));
            batches.add(batch);
            open.put(batch.group, batch);
        }
        last = batch;
        return batch;
    }

    /** Sends what was added since the last look. */
    void sendNew() {
        if (!open.isEmpty()) {
            alarm.by(look());
        }
    }

    /** Renews all batches that are due, and says when the next one is. */
    private long look() {
        long now = engine.now();
        List<RenewalBatch> due =
                batches.stream().filter(batch -> isDue(batch, now)).toList();
        due.forEach(batch -> attend(batch, now));
        batches.removeIf(RenewalBatch::isEmpty);
        open.clear();
        last = null;
        long next = Times.NEVER;
        for (RenewalBatch batch : batches) {
            if (isDue(batch, now)) {
                send(batch);
            }
            next = Math.min(next, batch.due());
        }
        return next;
    }

    private boolean isDue(RenewalBatch batch, long now) {
        return batch.due() <= now + engine.renewalWindow;
    }

    /** Ends a batch that was not renewed in time, and has a small one go with others. */
    private void attend(RenewalBatch batch, long now) {
        try {
            batch.forgetThoseThatLeft();
            if (batch.isOver(now)) {
                batch.dissolve(lease -> lease.slot.renewAlone(lease));
            } else if (!batch.isNew() && 2 * batch.size() < engine.backend.holdsPerRenewal()) {
                batch.dissolve(lease -> lease.slot.renewWithOthers(lease));
            }
        } catch (RuntimeException | Error e) {
            log.error("looking after renewals failed; it is tried again", e);
        }
    }

    private void send(RenewalBatch batch) {
        try {
            batch.send();
        } catch (RuntimeException | Error e) {
            log.error("renewing leases failed; it is tried again", e);
        }
    }

    void stop() {
        alarm.stop();
    }
}
