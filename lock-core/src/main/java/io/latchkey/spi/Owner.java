package io.latchkey.spi;

/**
 * Who holds or wants a lock: one acquisition of one process. Acquisition numbers of a process only grow, so a backend
 * can tell a repeated request from a new one and a late one from a current one.
 *
 * @param process the process, random and unguessable
 * @param thread the id of the thread that asked first; for the reader of a log, no meaning to the backend
 * @param acquisition grows with every attempt of the process
 */
public record Owner(String process, long thread, long acquisition) {

    /** The owner that never holds anything. */
    public static Owner nobody(String process) {
        return new Owner(process, 0, 0);
    }

    /** How the owner is written at the backend. */
    public String id() {
        return process + ':' + thread + ':' + acquisition;
    }

    @Override
    public String toString() {
        return id();
    }
}
