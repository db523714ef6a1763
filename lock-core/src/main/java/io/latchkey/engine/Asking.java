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
 */
final class Asking {

    private @Nullable Attempt attempt;
    private @Nullable Ticket ticket;
    private boolean woken;
    private long lookAt = Times.NEVER;

    /** Begins a request for a new owner. */
    Acquisition begin(LockId lock, Attempt begun) {
        attempt = begun;
        woken = false;
        lookAt = Times.NEVER;
        if (begun.passing() != null || (begun.joins() && ticket == null)) {
            ticket = Ticket.of(begun.owner());
        }
        return new Acquisition(
                lock, begun.owner(), Duration.ofNanos(begun.timeToLive()), begun.joins() ? ticket : null);
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

    /** A wake-up came while a request was under way: it may have been meant for the state after the answer. */
    void wokenMeanwhile() {
        woken = true;
    }

    /** Notes the place in line; true when it can be waited at, false when the backend should be asked again at once. */
    boolean inLine(Attempt refused, Reply.Busy busy) {
        if (!refused.joins() || ticket == null) {
            return false;
        }
        ticket = ticket.arrived(busy.arrival());
        return !woken;
    }

    /** Sets the time to look again on one's own: absolute, so that no wake-up can put it off. */
    void lookAt(long time) {
        lookAt = time;
    }

    boolean isTimeToLook(long now) {
        return now >= lookAt;
    }

    /** Forgets the place in line: the lock is ours, or nobody here wants it any more. */
    @Nullable
    Ticket leaveLine() {
        Ticket left = ticket;
        ticket = null;
        lookAt = Times.NEVER;
        return left;
    }

    long due(long answerLimit) {
        return attempt == null ? lookAt : Math.min(lookAt, attempt.sentAt() + answerLimit);
    }
}
