package io.latchkey.faults;

/**
 * A store as fencing tokens are made for: it counts in two steps, a read and a write, and turns away whoever comes with a
 * lower token than it has seen. What it accepted must never be lost.
 */
final class FencedCounter {

    private long highest;
    private long value;
    private long accepted;
    private long refused;

    /** The count so far, for a holder who is about to raise it; -1 for one who comes too late. */
    synchronized long read(long token) {
        return admit(token) ? value : -1;
    }

    synchronized void write(long token, long newValue) {
        if (admit(token)) {
            value = newValue;
            accepted++;
        }
    }

    private boolean admit(long token) {
        boolean late = token < highest;
        if (late) {
            refused++;
        }
        highest = Math.max(highest, token);
        return !late;
    }

    synchronized long value() {
        return value;
    }

    synchronized long accepted() {
        return accepted;
    }

    synchronized long refused() {
        return refused;
    }
}
