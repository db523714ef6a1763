package io.latchkey.spring.interceptor;

import io.latchkey.Lease;

/** Interrupts the current thread if the lease is lost before this is closed, and never afterwards. */
final class Interruption implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private final Interruptions ofLease;
    private boolean over;
    private boolean interrupted;

    Interruption(Lease lease) {
        ofLease = Interruptions.of(lease);
        ofLease.add(this);
    }

    synchronized void lost() {
        // A thread that somebody else has interrupted is to stay so.
        if (!over && !interrupted && !thread.isInterrupted()) {
            interrupted = true;
            thread.interrupt();
        }
    }

    /** Takes the interrupt back where the body has not: it was meant for the body only. */
    @Override
    public synchronized void close() {
        ofLease.remove(this);
        over = true;
        if (interrupted) {
            Thread.interrupted();
        }
    }
}
