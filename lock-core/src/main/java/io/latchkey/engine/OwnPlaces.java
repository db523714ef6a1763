package io.latchkey.engine;

import io.latchkey.engine.Place.State;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places in line for each who waits, so that all processes together are served in order of arrival. Those who come while
 * a request is under way share the next place; the backend keeps the order of places, this process the order in each.
 *
 * <p>When a place comes up, the backend also takes out those of this process that follow it directly; so one grant may
 * serve many. A place is asked for also while this process holds the lock, or others would be let in before it.
 */
final class OwnPlaces implements Places {

    private final Supplier<Owner> names;
    /** All of them, in order of arrival. */
    private final ArrayDeque<Place> places = new ArrayDeque<>(4);

    private final List<Place> wanted = new ArrayList<>(2);
    private final List<Place> asked = new ArrayList<>(2);
    /** Where the next to come will stand; null until somebody comes. */
    private @Nullable Place open;

    private final Gathering gathering;
    private int inLine;
    private int unneeded;

    /**
     * @param names a name for each place, of which nothing is ever held
     * @param gatheringTime how long newcomers may gather for one, in nanoseconds
     */
    OwnPlaces(Supplier<Owner> names, long gatheringTime) {
        this.names = names;
        this.gathering = new Gathering(gatheringTime);
    }

    @Override
    public void joined(Waiter waiter) {
        Place place = open;
        if (place == null) {
            gathering.begin(waiter.startedAt);
            place = new Place();
            open = place;
            places.addLast(place);
            wanted.add(place);
        }
        place.joined(waiter);
        waiter.place = place;
    }

    @Override
    public void left(Waiter waiter) {
        Place place = waiter.place;
        if (place != null) {
            waiter.place = null;
            place.left();
            unneeded += place.isNeeded() ? 0 : 1;
        }
    }

    @Override
    public List<Ticket> asked(Attempt begun, boolean gathering) {
        Ticket first = gathering ? firstInLine() : null;
        if (first != null) {
            return List.of(first);
        }
        open = null;
        List<Ticket> tickets = new ArrayList<>(wanted.size());
        for (Place place : wanted) {
            place.state = State.ASKED;
            asked.add(place);
            if (place.queues()) {
                tickets.add(place.named(names.get()));
            }
        }
        wanted.clear();
        Ticket kept = tickets.isEmpty() ? firstInLine() : null;
        return kept == null ? tickets : List.of(kept);
    }

    private @Nullable Ticket firstInLine() {
        if (inLine > 0) {
            for (Place place : places) {
                if (place.state == State.IN_LINE) {
                    return place.ticket();
                }
            }
        }
        return null;
    }

    @Override
    public void taken(Attempt answered, Standing standing, long now) {
        answered(standing, true);
        if (answered.passing() != null) {
            gathering.alone();
        }
    }

    @Override
    public void refused(Attempt answered, Standing standing) {
        if (answered.passing() != null) {
            runEnded();
        }
        if (!standing.remembered()) {
            wantAgain(State.IN_LINE);
            inLine = 0;
        }
        answered(standing, false);
        if (inLine > 0) {
            gathering.met();
        }
    }

    private void answered(Standing standing, boolean taken) {
        for (Place place : asked) {
            place.arrived(standing.arrival());
            if (place.arrival() > 0) {
                place.state = State.IN_LINE;
                inLine++;
            }
        }
        serve(standing.servedUpTo());
        for (Place place : asked) {
            if (place.arrival() == 0 && taken && !place.queues() && inLine == 0) {
                // Who would not wait was let in, as nobody was before.
                place.state = State.SERVED;
            } else if (place.arrival() == 0) {
                wantAgain(place);
            }
        }
        asked.clear();
    }

    private void serve(long upTo) {
        for (Place place : places) {
            if (place.state == State.IN_LINE) {
                if (place.arrival() > upTo) {
                    return;
                }
                place.state = State.SERVED;
                inLine--;
            }
        }
    }

    @Override
    public List<Ticket> failed(Attempt failed, boolean ambiguous) {
        return doubtful(ambiguous);
    }

    private List<Ticket> doubtful(boolean ambiguous) {
        List<Ticket> doubtful = new ArrayList<>(asked.size());
        for (Place place : asked) {
            Ticket ticket = place.ticket();
            if (ambiguous && ticket != null) {
                doubtful.add(ticket);
                place.renamed(names.get());
            }
            wantAgain(place);
        }
        asked.clear();
        return doubtful;
    }

    @Override
    public void gone() {
        doubtful(false);
        runEnded();
    }

    @Override
    public void runEnded() {
        wantAgain(State.SERVED);
    }

    private void wantAgain(State state) {
        for (Place place : places) {
            if (place.state == state) {
                wantAgain(place);
            }
        }
    }

    /** Those who came earlier are asked for first. */
    private void wantAgain(Place place) {
        place.state = State.WANTED;
        int before = 0;
        while (before < wanted.size()
                && wanted.get(before).arrival() > 0
                && wanted.get(before).arrival() < place.arrival()) {
            before++;
        }
        wanted.add(place.arrival() > 0 ? before : wanted.size(), place);
    }

    @Override
    public List<Ticket> leave(boolean nobodyWaits) {
        if (unneeded == 0) {
            return List.of();
        }
        List<Ticket> left = new ArrayList<>(1);
        for (Iterator<Place> all = places.iterator(); unneeded > 0 && all.hasNext(); ) {
            Place place = all.next();
            if (!place.isNeeded() && place.state != State.ASKED) {
                all.remove();
                forget(place, left);
            }
        }
        return left;
    }

    private void forget(Place place, List<Ticket> left) {
        unneeded--;
        if (place.state == State.IN_LINE) {
            inLine--;
            left.add(place.named(names.get()));
        } else if (place.state == State.WANTED) {
            wanted.remove(place);
            open = place == open ? null : open;
        }
    }

    @Override
    public boolean isNext(Waiter waiter) {
        return waiter.place != null && waiter.place.state == State.SERVED;
    }

    @Override
    public boolean areWanted() {
        return !wanted.isEmpty();
    }

    @Override
    public boolean areGathering(boolean held, long now) {
        return gathering.isOn(inLine > 0, held, now);
    }

    @Override
    public long gatheredAt() {
        return gathering.until();
    }

    @Override
    public boolean areKept() {
        return inLine > 0;
    }
}
