package io.latchkey.spi;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who holds or wants a lock: one acquisition of one process. Acquisition numbers of a process only grow, so a backend
 * can tell a repeated request from a new one and a late one from a current one.
 *
 * @param process the process, random and unguessable
 * @param thread the id of the thread that asked first; for the reader of a log, no meaning to the backend
 * @param acquisition grows with every attempt of the process
 * @param permits how many it takes at once, for a kind that counts them; else 1
 */
public record Owner(String process, long thread, long acquisition, int permits) {

    private static final Pattern ID = Pattern.compile("([^:]*):(\\d{1,18}):(\\d{1,18})(?:\\*(\\d{1,10}))?");

    public Owner(String process, long thread, long acquisition) {
        this(process, thread, acquisition, 1);
    }

    /** The owner that never holds anything. */
    public static Owner nobody(String process) {
        return new Owner(process, 0, 0);
    }

    /** How the owner is written at the backend. */
    public String id() {
        String id = process + ':' + thread + ':' + acquisition;
        return permits == 1 ? id : id + '*' + permits;
    }

    /** The owner that is written so; empty when the text was not written by {@link #id()}. */
    public static Optional<Owner> parse(String id) {
        Matcher parts = ID.matcher(id);
        if (!parts.matches()) {
            return Optional.empty();
        }
        long permits = parts.group(4) == null ? 1 : Long.parseLong(parts.group(4));
        if (permits > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        return Optional.of(new Owner(
                parts.group(1), Long.parseLong(parts.group(2)), Long.parseLong(parts.group(3)), (int) permits));
    }

    @Override
    public String toString() {
        return id();
    }
}
