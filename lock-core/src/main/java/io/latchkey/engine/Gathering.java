package io.latchkey.engine;

/**
 * When newcomers to a lock with places in line ask for one: at once, or together a little later. Guarded by its slot.
 *
 * <p>Where others are before them anyway they lose nothing by gathering for a few milliseconds, and much is won: in one
 * place they are served together, in memory, while places that alternate with those of other processes cost two requests
 * each. Places that alternate once would do so for ever, as who is served comes back in the same order.
 */
final class Gathering {

    private final long nanos;
    private long until;
    private boolean rivals;

    Gathering(long nanos) {
        this.nanos = nanos;
    }

    /** Somebody comes to whom others may be added. */
    void begin(long now) {
        until = now + nanos;
    }

    /** Another process was before this one. */
    void met() {
        rivals = true;
    }

    /** Nobody else waited. */
    void alone() {
        rivals = false;
    }

    /** Whether newcomers can wait for others to come. */
    boolean isOn(boolean placesInLine, boolean held, long now) {
        return (placesInLine || (rivals && held)) && now < until;
    }

    long until() {
        return until;
    }
}
