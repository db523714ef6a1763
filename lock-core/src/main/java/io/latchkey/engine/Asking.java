package io.latchkey.engine;

import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a slot has asked of the backend: the request under way, its place in line, and when to ask again. Guarded by its
 * slot.
 *
 * <pre>
 *   IDLE ──begin──▶ ASKING ──busy──▶ WAITING
 *    ▲                │                 │
 *    └──held, failed──┴──woken, time ───┘
 * </pre>
 */
final class Asking {

    private @Nullable Attempt attempt;
    private @Nullable Ticket ticket;
    private long ticketSince;
    private boolean served;
    private boolean woken;
    private long lookAt = Times.NEVER;

    /** Whether a request may be begun. */
    boolean isIdle() {
        return attempt == null && lookAt == Times.NEVER;
    }

    /** Whether an answer is under way. */
    boolean isUnderWay() {
        return attempt != null;
    }

    /** Begins a request for a waiter that came at the given time. */
    Acquisition begin(LockId lock, Attempt begun, long waiterCame) {
        attempt = begun;
        woken = false;
        lookAt = Times.NEVER;
        if (begun.joins()) {
            takePlace(begun, waiterCame);
        }
        return new Acquisition(
                lock,
                begun.owner(),
                Duration.ofNanos(begun.timeToLive()),
                begun.request().permits(),
                begun.request().under(),
                begun.joins() ? ticket : null);
    }

    /**
     * A place in line that has let one in still serves those who were there then, and nobody who came later. It goes by a new
     * name then: by the old one somebody may hold the lock, and giving up a place ends what is held by its name.
     */
    private void takePlace(Attempt begun, long waiterCame) {
        if (ticket == null || begun.passing() != null || (served && waiterCame > ticketSince)) {
            ticket = Ticket.of(begun.owner());
            served = false;
        } else if (served) {
            ticket = new Ticket(begun.owner(), ticket.arrival());
        }
    }

    /** It is not known whether the place is in line. */
    void inDoubt() {
        served = false;
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

    /** Notes the place in line; false when the backend should be asked again at once instead of waiting there. */
    boolean inLine(Attempt refused, Reply.Busy busy) {
        if (!refused.joins() || ticket == null) {
            return false;
        }
        ticket = ticket.arrived(busy.arrival());
        served = false;
        return !woken;
    }

    /** Waits for a wake-up, until a time that is absolute, so that no wake-up in vain can put it off. */
    void waitUntil(long time) {
        lookAt = time;
    }

    /**
     * A wake-up: ends the waiting, or is kept until the answer that is under way has come, for it may speak of the time
     * after that.
     */
    void wake() {
        woken = true;
        lookAt = Times.NEVER;
    }

    void wakeIfDue(long now) {
        if (now >= lookAt) {
            lookAt = Times.NEVER;
        }
    }

    /** The place in line has let one in, and is not in line any more. */
    void served(long now) {
        if (!served) {
            ticketSince = now;
        }
        served = true;
        lookAt = Times.NEVER;
    }

    /** Gives up the place in line, and waiting there. */
    @Nullable
    Ticket leaveLine() {
        Ticket left = served ? null : ticket;
        ticket = null;
        served = false;
        lookAt = Times.NEVER;
        return left;
    }

    long due(long answerLimit) {
        return attempt == null ? lookAt : attempt.sentAt() + answerLimit;
    }
}
