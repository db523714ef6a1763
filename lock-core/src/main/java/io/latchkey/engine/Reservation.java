package io.latchkey.engine;

import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.Reply;
import org.jspecify.annotations.Nullable;

/** A request of a slot that is to be sent together with others'. */
record Reservation(Slot slot, Waiter waiter, Attempt attempt, Acquisition acquisition) {

    LockEngine engine() {
        return slot.engine;
    }

    @Nullable
    Reach reach() {
        return Reach.of(slot.engine, slot.id);
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
