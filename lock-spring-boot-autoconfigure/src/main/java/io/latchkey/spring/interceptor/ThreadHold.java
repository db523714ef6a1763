package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import org.jspecify.annotations.Nullable;

/** The current thread's hold on the lock of one call. */
final class ThreadHold {

    private final Thread thread = Thread.currentThread();
    private final NamedLock lock;
    private final Lease lease;

    ThreadHold(NamedLock lock) {
        this.lock = lock;
        this.lease = lock.currentLease().orElseThrow();
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
            // Transactions may be completed by a thread of the transaction manager's.
            lease.release();
            return;
        }
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            // An inner call has heard of the loss and left; the outer ones hear of the same.
            lease.ensureValid();
            throw e;
        }
    }
}
