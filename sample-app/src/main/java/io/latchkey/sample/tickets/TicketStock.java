package io.latchkey.sample.tickets;

import java.util.concurrent.locks.LockSupport;

/**
 * The tickets that are left. Like a row that is read, looked at and written back, it does nothing against two who do so
 * at once. It is volatile so that a till sees what another has written, as it would in a database.
 */
final class TicketStock {

    private static final long THINKING_NANOS = 50_000;

    private volatile int left;

    TicketStock(int left) {
        this.left = left;
    }

    /** Takes one ticket; false when none is left. */
    boolean takeOne() {
        int seen = left;
        if (seen == 0) {
            return false;
        }
        LockSupport.parkNanos(THINKING_NANOS);
        left = seen - 1;
        return true;
    }

    int left() {
        return left;
    }
}
