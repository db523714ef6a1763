package io.latchkey.engine;

import java.util.concurrent.ScheduledFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Has something looked after on the watchdog's thread, at the earliest of the times it was asked to.
 *
 * <p>Looks are so far apart that they take no more than a tenth of one core; but never long, or a look during which the whole
 * process was paused would be followed by a rest in which leases end.
 */
final class Alarm implements Runnable {

    private static final long SHORTEST_REST_NANOS = 5_000_000;
    private static final long LONGEST_REST_NANOS = 200_000_000;
    private static final int REST_PER_WORK = 9;

    private final LockEngine engine;
    private final LongSupplier look;
    private volatile long at = Times.NEVER;
    private @Nullable ScheduledFuture<?> timer;
    private long restUntil;

    /**
     * An alarm that nothing has been asked of.
     *
     * @param look does what has become due, and says when to come again
     */
    Alarm(LockEngine engine, LongSupplier look) {
        this.engine = engine;
        this.look = look;
    }

    /** Makes sure of a look at the given time. */
    void by(long time) {
        if (time < at) {
            set(time);
        }
    }

    private synchronized void set(long time) {
        if (time >= at) {
            return;
        }
        if (timer != null) {
            timer.cancel(false);
        }
        long delay = Math.max(Math.max(time, restUntil) - engine.now(), 0);
        // A timer counts no time in which the machine is suspended, so none is set for long.
        timer = engine.threads.later(Math.min(delay, engine.leaseTime / 3), this);
        at = time;
    }

    @Override
    public void run() {
        long started = engine.now();
        synchronized (this) {
            at = Times.NEVER;
            timer = null;
        }
        long next = look.getAsLong();
        long now = engine.now();
        synchronized (this) {
            long rest = Math.min((now - started) * REST_PER_WORK, LONGEST_REST_NANOS);
            restUntil = now + Math.max(rest, SHORTEST_REST_NANOS);
        }
        by(next);
    }

    synchronized void stop() {
        at = Long.MIN_VALUE;
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
