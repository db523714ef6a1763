package io.latchkey.spring.interceptor;

import io.latchkey.Lease;

/** Interrupts the current thread if the lease is lost before this is closed, and never afterwards. */
final class Interruption implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private boolean over;
    private boolean interrupted;

    Interruption(Lease lease) {
        lease.onLost(lost -> lost());
    }

    private synchronized void lost() {
        // A thread that somebody else has interrupted is to stay so.
        if (!over && !thread.isInterrupted()) {
            interrupted = true;
            thread.interrupt();
        }
    }

    /** Takes the interrupt back where the body has not: it was meant for the body only. */
    @Override
    public synchronized void close() {
        over = true;
        if (interrupted) {
            Thread.interrupted();
        }
    }
}
