package io.latchkey.engine;

import io.latchkey.spi.Owner;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request for the lock that is under way. It belongs to the slot, not to a waiter: whoever is first in line when the
 * answer comes gets what it brings.
 *
 * @param request what was asked for
 * @param timeToLive what the backend was asked for, in nanoseconds
 * @param sentAt before it was sent, so that no lease is counted from later than it began
 * @param askerCame when the one who was first in line then had come
 * @param joins whether it takes a place in line when the lock is busy
 * @param passing the hold it ends, when this process passes the lock on to itself
 */
record Attempt(
        Owner owner,
        LockRequest request,
        long timeToLive,
        long sentAt,
        long askerCame,
        boolean joins,
        @Nullable Passing passing) {

    /** Until when the lock is surely held if this attempt gets it. */
    long heldUntil() {
        return Times.leaseEnd(sentAt, timeToLive);
    }

    /** Whether what it brings is what the waiter, who may have come later, asked for. */
    boolean suits(Waiter waiter) {
        return waiter.timeToLive() == timeToLive
                && waiter.request.wanted() == request.wanted()
                && Objects.equals(waiter.request.under(), request.under());
    }

    /** Tells the holder that passed the lock on, if there is one, whether it still was its own. */
    void settle(boolean released, Effects effects) {
        if (passing != null) {
            effects.add(() -> passing.released.complete(released));
        }
    }

    /**
     * The hold that a passing attempt ends.
     *
     * @param until when it ends by itself
     * @param released what the releasing holder waits for: true, or false when the lock was not its own any more
     */
    record Passing(Owner from, long until, CompletableFuture<Boolean> released) {}
}
