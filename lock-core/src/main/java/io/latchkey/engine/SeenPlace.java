package io.latchkey.engine;

import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place in line for the whole process, at a gate: what has opened since the backend last saw it there has opened for those
 * who were here then, and for nobody who came later. So whoever comes has the backend look again.
 */
final class SeenPlace implements Places {

    private @Nullable Ticket ticket;
    private boolean inLine;
    /** The backend has seen those who came until then. */
    private long seenUntil = Long.MIN_VALUE;

    private long lastCame = Long.MIN_VALUE;

    @Override
    public void joined(Waiter waiter) {
        lastCame = Math.max(lastCame, waiter.startedAt);
    }

    @Override
    public boolean areWanted() {
        return lastCame > seenUntil;
    }

    /** Who was not seen yet comes as if the place were new. */
    @Override
    public List<Ticket> asked(Attempt begun, boolean gathering) {
        if (!begun.joins()) {
            return List.of();
        }
        Ticket place = ticket == null ? Ticket.of(begun.owner()) : ticket;
        ticket = place;
        return List.of(begun.askerCame() <= seenUntil ? place : Ticket.of(place.owner()));
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
        inLine |= ambiguous && failed.joins();
        return List.of();
    }

    @Override
    public void gone() {
        ticket = null;
        inLine = false;
        seenUntil = Long.MIN_VALUE;
    }

    @Override
    public List<Ticket> leave(boolean nobodyWaits) {
        if (!nobodyWaits || ticket == null) {
            return List.of();
        }
        List<Ticket> left = inLine ? List.of(ticket) : List.of();
        gone();
        return left;
    }
}
