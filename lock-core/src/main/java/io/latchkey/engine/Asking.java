package io.latchkey.engine;

import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Reply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a slot has asked of the backend: the request under way, its places in line, and when to ask again. Guarded by its
 * slot.
 *
 * <pre>
 *   IDLE ──begin──▶ ASKING ──busy──▶ WAITING
 *    ▲                │                 │
 *    └──held, failed──┴──woken, time ───┘
 * </pre>
 */
final class Asking {

    final Places places;
    private @Nullable Attempt attempt;
    private boolean woken;
    private boolean pausing;
    private long lookAt = Times.NEVER;
    /** How much the last one wanted that was told to wait. */
    private int refused;

    Asking(Places places) {
        this.places = places;
    }

    /** Whether a request may be begun. */
    boolean isIdle() {
        return attempt == null && lookAt == Times.NEVER;
    }

    /** Whether a request should be begun although nothing else calls for it: somebody came who needs a place in line. */
    boolean needsPlace() {
        return attempt == null && !pausing && places.areWanted();
    }

    /** Whether an answer is under way. */
    boolean isUnderWay() {
        return attempt != null;
    }

    /** Begins a request. */
    Acquisition begin(LockId lock, Attempt begun, boolean gathering, boolean entitled) {
        attempt = begun;
        woken = false;
        stopWaiting();
        return new Acquisition(
                lock,
                begun.owner(),
                Duration.ofNanos(begun.timeToLive()),
                begun.request().permits(),
                begun.request().under(),
                places.asked(begun, gathering),
                entitled);
    }

    /** Ends the request that was answered; false when it had been given up before. */
    boolean end(Attempt answered) {
        boolean underWay = answered.equals(attempt);
        if (underWay) {
            attempt = null;
        }
        return underWay;
    }

    /** Gives up a request whose answer is overdue. */
    @Nullable
    Attempt endOverdue(long now, long limit) {
        Attempt overdue = isSilent(now, limit) ? attempt : null;
        if (overdue != null) {
            attempt = null;
        }
        return overdue;
    }

    /** Whether a request has been without an answer for that long. */
    boolean isSilent(long now, long limit) {
        return attempt != null && now - attempt.sentAt() >= limit;
    }

    /** The lock is ours. */
    void taken(Attempt answered, Reply.Acquired acquired, long now) {
        places.taken(answered, acquired.standing(), now);
        if (answered.joins()) {
            stopWaiting();
        }
    }

    /** The lock is busy; false when the backend should be asked again at once instead of waiting in line. */
    boolean refused(Attempt answered, Reply.Busy busy) {
        places.refused(answered, busy.standing());
        refused = answered.request().wanted();
        return answered.joins() && !woken;
    }

    /** Waits for a wake-up, until a time that is absolute, so that no wake-up in vain can put it off. */
    void waitUntil(long time) {
        lookAt = time;
    }

    /** Stops waiting if it was on behalf of one who wanted more, or less, than the one who is first now. */
    void nowFor(Waiter first) {
        if (!pausing && refused > 0 && first.request.wanted() != refused) {
            refused = 0;
            stopWaiting();
        }
    }

    /** Asks nothing until then, or a wake-up, whoever comes. */
    void pauseUntil(long time) {
        lookAt = time;
        pausing = true;
    }

    /**
     * A wake-up: ends the waiting, or is kept until the answer that is under way has come, for it may speak of the time
     * after that.
     */
    void wake() {
        woken = true;
        stopWaiting();
    }

    /** Ends the waiting when its time is up; true when no wake-up came in all that time. */
    boolean wakeIfDue(long now) {
        boolean due = now >= lookAt;
        boolean unwoken = due && !pausing;
        if (due) {
            stopWaiting();
        }
        return unwoken;
    }

    void stopWaiting() {
        lookAt = Times.NEVER;
        pausing = false;
    }

    long due(long answerLimit) {
        return attempt == null ? lookAt : attempt.sentAt() + answerLimit;
    }
}
