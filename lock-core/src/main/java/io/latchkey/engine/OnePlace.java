package io.latchkey.engine;

import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One place in line for the whole process: when it comes up, whoever is first here gets the lock. */
final class OnePlace implements Places {

    private @Nullable Ticket ticket;
    /** By the name it had in line while less or more was wanted there. */
    private List<Ticket> outdated = List.of();

    private long servedAt;
    private boolean served;

    /**
     * A place in line that has let one in still serves those who were there then, and nobody who came later. It goes by a new
     * name then: by the old one somebody may hold the lock, and giving up a place ends what is held by its name. A name also
     * says how much is wanted, so it changes with that, and the old one is given up.
     */
    @Override
    public List<Ticket> asked(Attempt begun, boolean gathering) {
        if (!begun.joins()) {
            return List.of();
        }
        Ticket place = ticket;
        if (place == null || begun.passing() != null || (served && begun.askerCame() > servedAt)) {
            place = Ticket.of(begun.owner());
            served = false;
        } else if (served || place.owner().permits() != begun.owner().permits()) {
            outdated = served ? List.of() : List.of(place);
            place = new Ticket(begun.owner(), place.arrival());
        }
        ticket = place;
        return List.of(place);
    }

    /** The place has let one in, and is not in line any more. */
    @Override
    public void taken(Attempt answered, Standing standing, long now) {
        if (answered.joins()) {
            if (!served) {
                servedAt = now;
            }
            served = true;
        }
    }

    @Override
    public void refused(Attempt answered, Standing standing) {
        if (answered.joins() && ticket != null) {
            ticket = ticket.arrived(standing.arrival());
            served = false;
        }
    }

    /** One that did not join left the place as it was: served still, by a name under which somebody holds the lock. */
    @Override
    public List<Ticket> failed(Attempt failed, boolean ambiguous) {
        if (failed.joins()) {
            served &= !ambiguous;
        }
        return List.of();
    }

    @Override
    public void gone() {
        ticket = null;
        served = false;
    }

    @Override
    public List<Ticket> leave(boolean nobodyWaits) {
        List<Ticket> left = outdated;
        if (!left.isEmpty()) {
            // Not each time: the collector looks after every write of a reference, and thousands of leases are looked
            // at.
            outdated = List.of();
        }
        if (nobodyWaits && ticket != null) {
            if (!served) {
                left = new ArrayList<>(left);
                left.add(ticket);
            }
            gone();
        }
        return left;
    }
}
