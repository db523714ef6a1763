package io.latchkey.engine;

import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the scripts do for one fair lock: places that stay until their turn, and processes that show they are alive. */
final class SimulatedFairRedis extends SimulatedRedis {

    private static final Duration WAITER_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration GRACE = Duration.ofMillis(500);

    private final Map<String, Long> aliveUntil = new HashMap<>();
    private final Map<String, Long> abandoned = new HashMap<>();
    private @Nullable Ticket served;
    private long newest;

    SimulatedFairRedis(SimulatedWorld world, Bug bug, Predicate<String> publish) {
        super(world, bug, publish);
    }

    @Override
    Reply acquire(Acquisition asked) {
        expire();
        if (asked.owner().equals(owner)) {
            return new Reply.Acquired(((Reply.Acquired) hold(asked, token)).token(), again(asked.ticket()));
        }
        Owner asking = asked.owner();
        boolean late = ended.getOrDefault(asking.process(), 0L) >= asking.acquisition()
                || abandoned.getOrDefault(asking.process(), 0L) >= asking.acquisition();
        if (late) {
            return new Reply.Busy(Duration.ZERO, 0, holder());
        }
        boolean ours = owner != null && owner.process().equals(asking.process());
        if (owner == null && (firstPlace() == null || bug == Bug.NEWCOMERS_ARE_LET_IN_FIRST)) {
            return holdAtOnce(asked, nextToken());
        }
        Ticket ticket = asked.ticket();
        if (ticket == null) {
            return new Reply.Busy(remaining(), 0, holder());
        }
        if (ours && served != null && served.owner().equals(ticket.owner())) {
            return new Reply.Busy(remaining(), new Standing(served.arrival(), served.arrival(), true), holder());
        }
        boolean remembered = stayAlive(asking.process());
        long arrival = queueUp(asked);
        boolean cameUp = (owner == null || ours) && serve(asking.process());
        if (cameUp && owner == null) {
            long newToken = ((Reply.Acquired) hold(asked, nextToken())).token();
            return new Reply.Acquired(newToken, new Standing(arrival, servedUpTo(), true));
        }
        return new Reply.Busy(remaining(), new Standing(arrival, ours ? servedUpTo() : 0, remembered), holder());
    }

    @Override
    Reply pass(Owner from, Acquisition to) {
        expire();
        if (to.owner().equals(owner)) {
            return new Reply.Acquired(token, again(to.ticket()));
        }
        String process = from.process();
        if (!from.equals(owner)) {
            if (ended.getOrDefault(process, 0L) != from.acquisition()
                    || abandoned.getOrDefault(process, 0L) >= to.owner().acquisition()) {
                return new Reply.Gone();
            }
            boolean remembered = stayAlive(process);
            return new Reply.Busy(Duration.ZERO, new Standing(queueUp(to), 0, remembered), holder());
        }
        Ticket servedBefore = served;
        end(from);
        long newToken = nextToken();
        if (firstPlace() == null) {
            served = servedBefore;
            return holdAtOnce(to, newToken);
        }
        boolean remembered = to.ticket() == null || stayAlive(process);
        long arrival = queueUp(to);
        boolean cameUp = serve(process);
        if (cameUp || to.entitled()) {
            served = cameUp ? served : servedBefore;
            hold(to, newToken);
            return new Reply.Acquired(newToken, new Standing(arrival, servedUpTo(), true));
        }
        wakeNext();
        return new Reply.Busy(WAITER_TIMEOUT, new Standing(arrival, 0, remembered), null);
    }

    @Override
    boolean abandon(Hold hold, @Nullable Ticket ticket) {
        expire();
        if (hold.owner().acquisition() > 0) {
            leave(ticket);
            if (hold.owner().equals(owner) && bug != Bug.ABANDON_KEEPS_THE_HOLD) {
                end(hold.owner());
            }
            abandoned.merge(hold.owner().process(), hold.owner().acquisition(), Math::max);
        }
        if (owner == null) {
            wakeNext();
        }
        return true;
    }

    @Override
    void wipe() {
        super.wipe();
        aliveUntil.clear();
        abandoned.clear();
        served = null;
    }

    @Override
    void end(Owner ending) {
        super.end(ending);
        served = null;
    }

    @Override
    void wakeNext() {
        Ticket first = firstPlace();
        if (first != null && !publish.test(first.owner().process())) {
            aliveUntil.merge(first.owner().process(), world.nanoTime() + GRACE.toNanos(), Math::min);
        }
    }

    private Reply holdAtOnce(Acquisition asked, long newToken) {
        Ticket ticket = asked.ticket();
        long arrival = ticket == null || ticket.arrival() == 0 ? arrival() : ticket.arrival();
        if (ticket != null) {
            served = ticket.arrived(arrival);
        }
        hold(asked, newToken);
        return new Reply.Acquired(newToken, new Standing(arrival, ticket == null ? servedUpTo() : arrival, true));
    }

    private Standing again(@Nullable Ticket ticket) {
        if (ticket != null && served != null && served.owner().equals(ticket.owner())) {
            return new Standing(served.arrival(), served.arrival(), true);
        }
        long arrival = line.stream()
                .filter(place -> ticket != null && place.owner().equals(ticket.owner()))
                .mapToLong(Ticket::arrival)
                .findFirst()
                .orElse(0);
        return new Standing(arrival, servedUpTo(), true);
    }

    private @Nullable Ticket firstPlace() {
        while (!line.isEmpty()) {
            Ticket first = line.first();
            boolean alive = aliveUntil.getOrDefault(first.owner().process(), 0L) > world.nanoTime();
            if (alive || bug == Bug.DEAD_WAITERS_KEEP_THEIR_PLACE) {
                return first;
            }
            line.pollFirst();
        }
        return null;
    }

    private boolean stayAlive(String process) {
        aliveUntil.values().removeIf(until -> until <= world.nanoTime());
        return aliveUntil.put(process, world.nanoTime() + WAITER_TIMEOUT.toNanos()) != null;
    }

    private long queueUp(Acquisition asked) {
        long arrival = 0;
        for (Ticket ticket : asked.tickets()) {
            Ticket before = line.stream()
                    .filter(place -> place.owner().equals(ticket.owner()))
                    .findFirst()
                    .orElse(ticket);
            leave(ticket);
            arrival = before.arrival() == 0 ? arrival() : before.arrival();
            line.add(ticket.arrived(arrival));
        }
        return arrival;
    }

    private long arrival() {
        newest = Math.max(newest + 1, world.nanoTime());
        return newest;
    }

    private boolean serve(String process) {
        boolean any = false;
        for (Ticket first = firstPlace();
                first != null && first.owner().process().equals(process); ) {
            served = line.pollFirst();
            any = true;
            first = firstPlace();
        }
        return any;
    }

    private long servedUpTo() {
        return served == null ? 0 : served.arrival();
    }

    private @Nullable String holder() {
        return owner == null ? null : owner.id();
    }
}
