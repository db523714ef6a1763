package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.engine.Waiter.State;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The way of a call that wants a lock: into line, through the wait, and back with what came of it. */
final class Calls {

    private final LockEngine engine;

    Calls(LockEngine engine) {
        this.engine = engine;
    }

    /** Takes the lock, or waits until its turn has come, its time is up, or, if it may, it is interrupted. */
    Waiter acquire(LockRequest request, boolean interruptible) throws InterruptedException {
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiter waiter = new Waiter(request, engine, null);
        Slot slot = join(waiter);
        await(waiter, slot, interruptible);
        return waiter;
    }

    /** Takes the lock, and says who held it when that takes too long. */
    Lease acquireOrThrow(LockRequest request) throws InterruptedException {
        Waiter settled = acquire(request, true);
        HeldLease lease = outcome(settled);
        if (lease == null) {
            throw Failures.busy(settled);
        }
        return lease;
    }

    /** Like {@link #acquire}, but an interrupt is kept for later. */
    Waiter acquireUninterruptibly(LockRequest request) {
        try {
            return acquire(request, false);
        } catch (InterruptedException e) {
            throw new IllegalStateException("an uninterruptible wait was interrupted", e);
        }
    }

    /** Puts a waiter in line; it may be settled already when this returns. */
    Slot join(Waiter waiter) {
        engine.listeners.tell(listener -> listener.attempting(waiter));
        while (true) {
            Slot slot = engine.slot(waiter.request.lock());
            if (slot.join(waiter)) {
                return slot;
            }
            // It is about to be forgotten by whoever used it last.
            engine.forget(slot);
        }
    }

    private void await(Waiter waiter, Slot slot, boolean interruptible) throws InterruptedException {
        if (!waiter.isWaiting()) {
            return;
        }
        boolean interrupted = false;
        if (waiter.isNear()) {
            engine.looks.forTurn(() -> !waiter.isWaiting());
        } else {
            engine.looks.forGrant(() -> !waiter.isWaiting());
        }
        long until = waiter.patientUntil();
        try {
            while (waiter.isWaiting()) {
                waiter.park(until, engine);
                if (Thread.interrupted()) {
                    interrupted = true;
                    if (interruptible && slot.cancel(waiter)) {
                        interrupted = false;
                        answered(waiter);
                        throw new InterruptedException();
                    }
                }
                if (engine.now() >= until) {
                    until = slot.timeUp(waiter);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Tells the listeners how a wait ended; null when the lock was busy. */
    @Nullable
    HeldLease outcome(Waiter waiter) {
        answered(waiter);
        Duration waited = waiter.waited();
        if (waiter.state() == State.GRANTED) {
            HeldLease lease = waiter.granted();
            engine.listeners.tell(listener -> listener.acquired(lease, waited));
            return lease;
        }
        if (waiter.state() == State.BUSY) {
            engine.listeners.tell(
                    listener -> listener.timedOut(waiter.request.lock().name(), waited));
            return null;
        }
        throw waiter.failure().orElseThrow();
    }

    /** The caller has its answer, or went away. */
    void answered(Waiter waiter) {
        waiter.answeredAt(engine.now());
        engine.listeners.tell(listener -> listener.attempted(waiter));
    }
}
