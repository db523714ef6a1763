package io.latchkey.engine;

import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place in line for the whole process, at a gate: what has opened since the backend last saw it there has opened for those
 * who were here then, and for nobody who came later. So whoever comes has the backend look again.
 *
 * <p>Where an answer was lost, the backend may know the place though its arrival is not known here. The request is repeated
 * with the same ticket, by which the backend finds the place, or the opening that ended it. Whoever came later gets a ticket of
 * its own.
 */
final class SeenPlace implements Places {

    private @Nullable Ticket ticket;
    private boolean inLine;
    /** The backend has seen those who came until then. */
    private long seenUntil = Long.MIN_VALUE;

    /** The backend may have seen those who came until then: a request that spoke for them was not answered. */
    private long perhapsSeenUntil = Long.MIN_VALUE;

    private long lastCame = Long.MIN_VALUE;

    /** Tickets that may be in line and speak for nobody any more. */
    private final List<Ticket> outgrown = new ArrayList<>();

    @Override
    public void joined(Waiter waiter) {
        lastCame = Math.max(lastCame, waiter.startedAt);
    }

    @Override
    public boolean areWanted() {
        return lastCame > seenUntil;
    }

    @Override
    public List<Ticket> asked(Attempt begun, boolean gathering) {
        if (!begun.joins()) {
            return List.of();
        }
        boolean seen = begun.askerCame() <= seenUntil;
        Ticket place = ticket;
        if (place == null || (!seen && begun.askerCame() > perhapsSeenUntil)) {
            outgrow();
            place = Ticket.of(begun.owner());
            ticket = place;
        }
        return List.of(seen ? place : Ticket.of(place.owner()));
    }

    @Override
    public void taken(Attempt answered, Standing standing, long now) {
        inLine = false;
    }

    @Override
    public void refused(Attempt answered, Standing standing) {
        if (answered.joins() && ticket != null) {
            ticket = ticket.arrived(standing.arrival());
            inLine = true;
            seenUntil = answered.sentAt();
        }
    }

    @Override
    public List<Ticket> failed(Attempt failed, boolean ambiguous) {
        if (ambiguous && failed.joins()) {
            inLine = true;
            if (seenUntil == Long.MIN_VALUE && perhapsSeenUntil == Long.MIN_VALUE) {
                // Only the first can have taken the place. Who comes after it may come after the opening that ended it.
                perhapsSeenUntil = failed.sentAt();
            }
        }
        return List.of();
    }

    @Override
    public void gone() {
        ticket = null;
        inLine = false;
        seenUntil = Long.MIN_VALUE;
        perhapsSeenUntil = Long.MIN_VALUE;
    }

    @Override
    public List<Ticket> leave(boolean nobodyWaits) {
        if (nobodyWaits) {
            outgrow();
        }
        if (outgrown.isEmpty()) {
            return List.of();
        }
        List<Ticket> left = List.copyOf(outgrown);
        outgrown.clear();
        return left;
    }

    private void outgrow() {
        if (inLine && ticket != null) {
            outgrown.add(ticket);
        }
        gone();
    }
}
