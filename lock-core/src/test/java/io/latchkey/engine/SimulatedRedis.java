package io.latchkey.engine;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the scripts do for one lock, in Java: owner, line and guard. Requests may come twice, late and in any order. */
class SimulatedRedis {

    /** Mistakes that a lock in Redis can make; the checks must notice each. */
    enum Bug {
        NONE,
        RELEASE_WITHOUT_OWNER_CHECK,
        RENEWAL_WITHOUT_OWNER_CHECK,
        REPEATED_RELEASE_UNKNOWN,
        TOKENS_COUNTED_FROM_ONE,
        ABANDON_KEEPS_THE_HOLD,
        DEAD_WAITERS_KEEP_THEIR_PLACE,
        NEWCOMERS_ARE_LET_IN_FIRST
    }

    final SimulatedWorld world;
    final Bug bug;
    /** Publishes a wake-up to a process; false when nobody listens. */
    final Predicate<String> publish;

    final TreeSet<Ticket> line = new TreeSet<>(Comparator.comparingLong(Ticket::arrival)
            .thenComparing(ticket -> ticket.owner().id()));
    final Map<String, Long> ended = new HashMap<>();

    @Nullable
    Owner owner;

    long token;
    private long guardToken;
    private long expiresAt;

    SimulatedRedis(SimulatedWorld world, Bug bug, Predicate<String> publish) {
        this.world = world;
        this.bug = bug;
        this.publish = publish;
    }

    Reply acquire(Acquisition asked) {
        expire();
        if (asked.owner().equals(owner)) {
            return hold(asked, token);
        }
        boolean late =
                ended.getOrDefault(asked.owner().process(), 0L) >= asked.owner().acquisition();
        if (owner == null && !late) {
            leave(asked.ticket());
            return hold(asked, nextToken());
        }
        return late ? new Reply.Busy(Duration.ZERO, 0, null) : busy(asked.ticket());
    }

    Reply pass(Owner from, Acquisition to) {
        expire();
        if (to.owner().equals(owner)) {
            return new Reply.Acquired(token);
        }
        if (!from.equals(owner)) {
            return ended.getOrDefault(from.process(), 0L) == from.acquisition() ? busy(to.ticket()) : new Reply.Gone();
        }
        end(from);
        if (!line.isEmpty()) {
            Reply inLine = busy(to.ticket());
            wakeNext();
            return inLine;
        }
        return hold(to, nextToken());
    }

    boolean renew(Hold hold, Duration leaseTime) {
        expire();
        boolean held = hold.owner().equals(owner) || bug == Bug.RENEWAL_WITHOUT_OWNER_CHECK;
        if (held) {
            expiresAt = Math.max(expiresAt, world.nanoTime() + leaseTime.toNanos());
        }
        return held;
    }

    boolean release(Hold hold) {
        expire();
        if (hold.owner().equals(owner) || bug == Bug.RELEASE_WITHOUT_OWNER_CHECK) {
            end(hold.owner());
            wakeNext();
            return true;
        }
        return bug != Bug.REPEATED_RELEASE_UNKNOWN
                && ended.getOrDefault(hold.owner().process(), 0L)
                        >= hold.owner().acquisition();
    }

    boolean abandon(Hold hold, @Nullable Ticket ticket) {
        expire();
        if (hold.owner().acquisition() > 0) {
            leave(ticket);
            if (hold.owner().equals(owner) && bug != Bug.ABANDON_KEEPS_THE_HOLD) {
                end(hold.owner());
            }
            ended.merge(hold.owner().process(), hold.owner().acquisition(), Math::max);
        }
        if (owner == null) {
            wakeNext();
        }
        return true;
    }

    /** All data is gone, as after a restart. */
    void wipe() {
        owner = null;
        line.clear();
        ended.clear();
        guardToken = 0;
    }

    /** The process that holds the lock; null when it is free. */
    @Nullable
    String holdingProcess() {
        expire();
        return owner == null ? null : owner.process();
    }

    boolean isFree() {
        expire();
        return owner == null;
    }

    boolean isLineEmpty() {
        return line.isEmpty();
    }

    void expire() {
        if (owner != null && world.nanoTime() >= expiresAt) {
            owner = null;
        }
    }

    long nextToken() {
        return Math.max(guardToken + 1, bug == Bug.TOKENS_COUNTED_FROM_ONE ? 0 : world.nanoTime() / 1000);
    }

    Reply hold(Acquisition asked, long newToken) {
        owner = asked.owner();
        token = newToken;
        expiresAt = world.nanoTime() + asked.leaseTime().toNanos();
        return new Reply.Acquired(token);
    }

    void end(Owner ending) {
        owner = null;
        guardToken = token + LockBackend.TOKENS_PER_RUN - 1;
        ended.merge(ending.process(), ending.acquisition(), Math::max);
    }

    Duration remaining() {
        return Duration.ofNanos(Math.max(0, owner == null ? 0 : expiresAt - world.nanoTime()));
    }

    private Reply busy(@Nullable Ticket ticket) {
        long arrival = 0;
        if (ticket != null) {
            Ticket before = line.stream()
                    .filter(waiting -> waiting.owner().equals(ticket.owner()))
                    .findFirst()
                    .orElse(ticket);
            leave(ticket);
            arrival = before.arrival() == 0 ? world.nanoTime() : before.arrival();
            line.add(ticket.arrived(arrival));
        }
        return new Reply.Busy(remaining(), arrival, owner == null ? null : owner.id());
    }

    void leave(@Nullable Ticket ticket) {
        if (ticket != null) {
            line.removeIf(waiting -> waiting.owner().equals(ticket.owner()));
        }
    }

    void wakeNext() {
        for (Ticket first = line.pollFirst(); first != null; first = line.pollFirst()) {
            if (publish.test(first.owner().process())) {
                return;
            }
        }
    }
}
