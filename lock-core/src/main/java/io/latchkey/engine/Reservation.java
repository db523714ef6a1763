package io.latchkey.engine;

import io.latchkey.spi.LockBackend.Acquisition;

/** A request of a slot that is to be sent together with others'. */
record Reservation(Slot slot, Waiter waiter, Attempt attempt, Acquisition acquisition) {}
