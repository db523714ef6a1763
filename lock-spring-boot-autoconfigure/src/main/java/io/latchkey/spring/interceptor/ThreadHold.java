package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The current thread's hold on the lock of one call. */
final class ThreadHold {

    /** How many entries of a thread into a lease have ended on another thread, and still count. */
    private static final Map<Lease, Integer> LEFT_ELSEWHERE = Collections.synchronizedMap(new WeakHashMap<>());

    private final Thread thread = Thread.currentThread();
    private final NamedLock lock;
    private final Lease lease;
    private final boolean outermost;

    ThreadHold(NamedLock lock) {
        this.lock = lock;
        this.lease = lock.currentLease().orElseThrow();
        this.outermost = lock.getHoldCount() == 1;
    }

    Lease lease() {
        return lease;
    }

    /** Gives the lock back; returns why it could not, if it could not. */
    @Nullable
    RuntimeException release() {
        try {
            giveBack();
            return null;
        } catch (RuntimeException e) {
            // Of any type: the locks may be the application's own, and what the body threw is not to be hidden.
            return e;
        }
    }

    private void giveBack() {
        if (Thread.currentThread() != thread) {
            giveBackElsewhere();
            return;
        }
        try {
            leave();
        } catch (IllegalMonitorStateException e) {
            // An inner call has heard of the loss and left; the outer ones hear of the same.
            lease.ensureValid();
            throw e;
        }
    }

    /** Transactions may be completed by a thread of the transaction manager's, which cannot unlock for another. */
    private void giveBackElsewhere() {
        if (outermost) {
            lease.release();
        } else {
            LEFT_ELSEWHERE.merge(firstPart(), 1, Integer::sum);
        }
    }

    private void leave() {
        for (int i = leftElsewhere(); i > 0; i--) {
            lock.unlock();
        }
        lock.unlock();
    }

    /** Looks only where there may be any: all calls share the map. */
    private int leftElsewhere() {
        Integer count = outermost && lock.getHoldCount() > 1 ? LEFT_ELSEWHERE.remove(firstPart()) : null;
        return count == null ? 0 : count;
    }

    /** What two holds of one multi-lock have in common. */
    private Lease firstPart() {
        return lease.parts().get(0);
    }
}
