package io.latchkey.engine;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after every slot: has leases renewed, notices those that ended, repeats looks whose wake-up did not come, gives up
 * requests that were not answered.
 *
 * <p>It keeps no list of its own. It knows the earliest time at which anything may be due, sleeps until then, and walks
 * over the slots once. So taking and releasing a lock costs it nothing. Leases that have been renewed once are kept by
 * {@link Renewals}, and are no longer its business.
 */
final class Watchdog {

    private static final Logger log = LoggerFactory.getLogger(Watchdog.class);

    private final LockEngine engine;
    private final Alarm alarm;

    Watchdog(LockEngine engine) {
        this.engine = engine;
        this.alarm = new Alarm(engine, this::walk);
    }

    /** Makes sure of a look at the given time. */
    void lookBy(long time) {
        alarm.by(time);
    }

    private long walk() {
        long started = engine.now();
        long next = Times.NEVER;
        for (Slot slot : engine.slots()) {
            next = Math.min(next, look(slot, started));
        }
        engine.renewals.sendNew();
        return next;
    }

    private long look(Slot slot, long started) {
        try {
            return slot.tick(started);
        } catch (RuntimeException | Error e) {
            log.error("looking after lock '{}' failed; it is tried again", slot.id.printable(), e);
            return engine.now() + engine.renewalRetry;
        }
    }

    void stop() {
        alarm.stop();
    }
}
