package io.latchkey.engine;

import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after every slot: renews leases, notices those that ended, repeats looks whose wake-up did not come, gives up
 * requests that were not answered.
 *
 * <p>It keeps no list of its own. It knows the earliest time at which anything may be due, sleeps until then, and walks
 * over the slots once. So taking and releasing a lock costs it nothing, and a lease no memory.
 */
final class Watchdog implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

    /**
     * Walks are so far apart that they take no more than a tenth of one core; but never long, or a walk during which the
     * whole process was paused would be followed by a rest in which leases end.
     */
    private static final long SHORTEST_REST_NANOS = 5_000_000;

    private static final long LONGEST_REST_NANOS = 200_000_000;
    private static final int REST_PER_WORK = 9;

    private final LockEngine engine;
    private volatile long alarmAt = Times.NEVER;
    private @Nullable ScheduledFuture<?> alarm;
    private long restUntil;

    Watchdog(LockEngine engine) {
        this.engine = engine;
    }

    /** Makes sure of a look at the given time. */
    void lookBy(long time) {
        if (time < alarmAt) {
            setAlarm(time);
        }
    }

    private synchronized void setAlarm(long time) {
        if (time >= alarmAt) {
            return;
        }
        if (alarm != null) {
            alarm.cancel(false);
        }
        long now = engine.now();
        long delay = Math.max(Math.max(time, restUntil) - now, 0);
        alarm = engine.threads.later(delay, this);
        alarmAt = time;
    }

    @Override
    public void run() {
        long started = engine.now();
        synchronized (this) {
            alarmAt = Times.NEVER;
            alarm = null;
        }
        long next = Times.NEVER;
        Renewals renewals = new Renewals(engine);
        for (Slot slot : engine.slots()) {
            next = Math.min(next, look(slot, renewals, started));
        }
        try {
            renewals.send();
        } catch (RuntimeException | Error e) {
            log.error("renewing leases failed; it is tried again", e);
        }
        long now = engine.now();
        synchronized (this) {
            long rest = Math.min((now - started) * REST_PER_WORK, LONGEST_REST_NANOS);
            restUntil = now + Math.max(rest, SHORTEST_REST_NANOS);
        }
        lookBy(next);
    }

    private long look(Slot slot, Renewals renewals, long started) {
        try {
            return slot.tick(renewals, started);
        } catch (RuntimeException | Error e) {
            log.error("looking after lock '{}' failed; it is tried again", slot.id.printable(), e);
            return engine.now() + engine.renewalRetry;
        }
    }

    synchronized void stop() {
        alarmAt = Long.MIN_VALUE;
        if (alarm != null) {
            alarm.cancel(false);
        }
    }
}
