package io.latchkey.engine;

import io.latchkey.spi.Owner;
import io.latchkey.spi.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * A place in line for those who came between two requests, in their order. Guarded by its slot.
 *
 * <pre>
 *   WANTED ──request──▶ ASKED ──busy──▶ IN_LINE ──▶ SERVED
 *     ▲                                    │           │
 *     └────── forgotten by the backend ────┴─ run ended┘
 * </pre>
 */
final class Place {

    enum State {
        /** Not in line. */
        WANTED,
        /** A request is under way that puts it there. */
        ASKED,
        IN_LINE,
        /** It came up: those who wait here get the lock next, one after the other. */
        SERVED
    }

    State state = State.WANTED;
    private @Nullable Ticket ticket;
    private int waiting;
    private boolean queues;

    void joined(Waiter waiter) {
        waiting++;
        queues |= waiter.waits();
    }

    void left() {
        waiting--;
    }

    boolean isNeeded() {
        return waiting > 0;
    }

    /** Whether anybody here would wait; if not, it is never put in line. */
    boolean queues() {
        return queues;
    }

    /** What the place goes by at the backend; null while it has never been asked for. */
    @Nullable
    Ticket ticket() {
        return ticket;
    }

    long arrival() {
        return ticket == null ? 0 : ticket.arrival();
    }

    Ticket named(Owner name) {
        Ticket named = ticket == null ? Ticket.of(name) : ticket;
        ticket = named;
        return named;
    }

    /** Forgets its name, which may be in line or not; its arrival stays. */
    void renamed(Owner name) {
        ticket = new Ticket(name, arrival());
    }

    void arrived(long arrival) {
        if (ticket != null && ticket.arrival() == 0) {
            ticket = ticket.arrived(arrival);
        }
    }
}
