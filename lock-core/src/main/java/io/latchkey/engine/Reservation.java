package io.latchkey.engine;

import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.Reply;
import org.jspecify.annotations.Nullable;

/**
 * A request of a slot that is to be sent together with others'.
 *
 * @param reach what goes in the same request; null for one that goes alone
 */
record Reservation(
        Slot slot,
        Waiter waiter,
        Attempt attempt,
        Acquisition acquisition,
        @Nullable Reach reach) {

    LockEngine engine() {
        return slot.engine;
    }

    void answered(@Nullable Reply reply, @Nullable Throwable failure) {
        slot.answered(attempt, reply, failure);
    }

    /** Takes it back, before it is sent. */
    void withdraw() {
        slot.withdraw(this);
    }

    /** Nobody wants what it may still bring, or has brought. */
    void giveUp() {
        slot.cancel(waiter);
        if (waiter.state() == Waiter.State.GRANTED) {
            slot.release(waiter.granted());
        }
    }
}
