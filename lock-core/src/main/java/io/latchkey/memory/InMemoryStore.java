package io.latchkey.memory;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockBackend.Holder;
import io.latchkey.spi.LockBackend.WakeUps;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticker;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Locks in this JVM's memory, by the same rules as a remote backend's: owners, times to live, a line, fencing tokens. The
 * processes that share it may be several, each with an engine of its own.
 *
 * <p>One monitor guards it all; processes are woken after it is left.
 */
final class InMemoryStore {

    private static final class Lock {
        @Nullable
        Owner owner;

        long token;
        long expiresAt;
        final TreeSet<Ticket> line = new TreeSet<>(java.util.Comparator.comparingLong(Ticket::arrival));

        boolean isNeeded() {
            return owner != null || !line.isEmpty();
        }
    }

    /** More than there are threads on their way here with a request that was given up meanwhile. */
    private static final int ABANDONED_REMEMBERED = 100;

    private final Ticker ticker;
    /** The last acquisitions that were abandoned: they are not granted any more, and their release is no surprise. */
    private final Set<Owner> abandoned = new LinkedHashSet<>();

    private final Map<LockId, Lock> locks = new HashMap<>();
    private final Map<String, WakeUps> processes = new HashMap<>();
    private long lastToken;
    private long lastArrival;

    InMemoryStore(Ticker ticker) {
        this.ticker = ticker;
    }

    synchronized void connect(String process, WakeUps wakeUps) {
        processes.put(process, wakeUps);
    }

    synchronized void disconnect(String process) {
        processes.remove(process);
    }

    Reply acquire(Acquisition asked) {
        return on(asked.lock(), (lock, toWake) -> {
            if (abandoned.contains(asked.owner())) {
                return busy(lock, null);
            }
            if (lock.owner == null || asked.owner().equals(lock.owner)) {
                leaveLine(lock, asked.ticket());
                return hold(lock, asked);
            }
            return busy(lock, asked.ticket());
        });
    }

    Reply pass(Owner from, Acquisition to) {
        return on(to.lock(), (lock, toWake) -> {
            if (!from.equals(lock.owner)) {
                return new Reply.Gone();
            }
            lock.owner = null;
            if (lock.line.isEmpty()) {
                return hold(lock, to);
            }
            Reply inLine = busy(lock, to.ticket());
            toWake.next(lock);
            return inLine;
        });
    }

    boolean renew(Hold hold, Duration leaseTime) {
        return on(hold.lock(), (lock, toWake) -> {
            boolean held = hold.owner().equals(lock.owner);
            if (held) {
                lock.expiresAt = Math.max(lock.expiresAt, ticker.nanoTime() + leaseTime.toNanos());
            }
            return held;
        });
    }

    boolean release(Hold hold) {
        return on(hold.lock(), (lock, toWake) -> {
            boolean held = hold.owner().equals(lock.owner);
            if (held) {
                lock.owner = null;
                toWake.next(lock);
            }
            return held || abandoned.contains(hold.owner());
        });
    }

    void abandon(Hold hold, @Nullable Ticket ticket) {
        on(hold.lock(), (lock, toWake) -> {
            remember(hold.owner());
            leaveLine(lock, ticket);
            if (hold.owner().equals(lock.owner)) {
                lock.owner = null;
            }
            if (lock.owner == null) {
                toWake.next(lock);
            }
            return true;
        });
    }

    boolean forceRelease(LockId id) {
        return on(id, (lock, toWake) -> {
            boolean held = lock.owner != null;
            lock.owner = null;
            toWake.next(lock);
            return held;
        });
    }

    Optional<Holder> look(LockId id) {
        return on(id, (lock, toWake) -> Optional.ofNullable(lock.owner)
                .map(owner -> new Holder(owner.id(), Duration.ofNanos(lock.expiresAt - ticker.nanoTime()))));
    }

    synchronized boolean isEmpty() {
        return locks.isEmpty();
    }

    private Reply hold(Lock lock, Acquisition asked) {
        if (!asked.owner().equals(lock.owner)) {
            lock.owner = asked.owner();
            lock.token = lastToken + 1;
            lastToken += LockBackend.TOKENS_PER_RUN;
        }
        lock.expiresAt = ticker.nanoTime() + asked.leaseTime().toNanos();
        return new Reply.Acquired(lock.token);
    }

    private Reply busy(Lock lock, @Nullable Ticket ticket) {
        long arrival = 0;
        if (ticket != null) {
            leaveLine(lock, ticket);
            arrival = ticket.arrival() == 0 ? ++lastArrival : ticket.arrival();
            lock.line.add(ticket.arrived(arrival));
        }
        Owner owner = lock.owner;
        long remaining = owner == null ? 0 : lock.expiresAt - ticker.nanoTime();
        return new Reply.Busy(Duration.ofNanos(remaining), arrival, owner == null ? null : owner.id());
    }

    private void remember(Owner done) {
        abandoned.add(done);
        if (abandoned.size() > ABANDONED_REMEMBERED) {
            abandoned.remove(abandoned.iterator().next());
        }
    }

    private static void leaveLine(Lock lock, @Nullable Ticket ticket) {
        if (ticket != null) {
            lock.line.removeIf(waiting -> waiting.owner().equals(ticket.owner()));
        }
    }

    private <T> T on(LockId id, BiFunction<Lock, ToWake, T> work) {
        ToWake toWake = new ToWake();
        T result;
        synchronized (this) {
            Lock lock = locks.computeIfAbsent(id, missing -> new Lock());
            if (lock.owner != null && ticker.nanoTime() - lock.expiresAt >= 0) {
                lock.owner = null;
            }
            result = work.apply(lock, toWake);
            if (!lock.isNeeded()) {
                locks.remove(id);
            }
        }
        if (toWake.process != null) {
            toWake.process.wake(id);
        }
        return result;
    }

    /** The process to wake when the monitor is left. */
    private final class ToWake {

        private @Nullable WakeUps process;

        void next(Lock lock) {
            while (process == null && !lock.line.isEmpty()) {
                Ticket first = lock.line.first();
                lock.line.remove(first);
                process = processes.get(first.owner().process());
            }
        }
    }
}
