package io.latchkey.spi;

import java.util.Optional;

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

    /** The owner that is written so; empty when the text was not written by {@link #id()}. */
    public static Optional<Owner> parse(String id) {
        String[] parts = id.split(":", -1);
        try {
            return parts.length != 3
                    ? Optional.empty()
                    : Optional.of(new Owner(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return id();
    }
}
