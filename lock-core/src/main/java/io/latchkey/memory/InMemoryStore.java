package io.latchkey.memory;

import static java.util.Objects.requireNonNull;

import io.latchkey.memory.InMemoryLock.Place;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockBackend.Holder;
import io.latchkey.spi.LockBackend.WakeUps;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticker;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Locks in this JVM's memory, by the same rules as a remote backend's: owners, times to live, a line, fencing tokens. The
 * processes that share it may be several, each with an engine of its own.
 *
 * <p>One monitor guards it all; processes are woken after it is left.
 */
final class InMemoryStore {

    /** More than there are threads on their way here with a request that was given up meanwhile. */
    private static final int ABANDONED_REMEMBERED = 100;

    /** More than there are latches that open before those who wait at one of them have heard of it. */
    private static final int OPENINGS_REMEMBERED = 1000;

    /** When to look again at a latch, which nobody holds, should no wake-up come. */
    private static final Duration COUNTING_RETRY = Duration.ofMinutes(1);

    /** Kinds that are two sides of one lock. */
    private static final Map<LockKind, LockKind> TOGETHER = Map.of(LockKind.READ, LockKind.WRITE);

    private final Ticker ticker;
    /** The last acquisitions that were abandoned: they are not granted any more, and their release is no surprise. */
    private final Set<Owner> abandoned = new LinkedHashSet<>();

    /** The latches that opened last, and when: who had come before goes through, also if they run again. */
    private final Map<LockId, Long> opened = new LinkedHashMap<>();

    private final Map<LockId, InMemoryLock> locks = new HashMap<>();
    private final Map<String, WakeUps> processes = new HashMap<>();
    private long lastToken;
    private long lastArrival;

    InMemoryStore(Ticker ticker) {
        this.ticker = ticker;
    }

    synchronized void connect(String process, WakeUps wakeUps) {
        processes.put(process, wakeUps);
    }

    void disconnect(String process) {
        ToWake toWake = new ToWake();
        synchronized (this) {
            processes.remove(process);
            locks.values().forEach(lock -> {
                lock.leaveLine(process);
                toWake.next(lock);
            });
            locks.values().removeIf(lock -> !lock.isNeeded());
        }
        toWake.wakeUps.forEach(Runnable::run);
    }

    Reply acquire(Acquisition asked) {
        return on(asked.lock(), (lock, toWake) -> {
            if (abandoned.contains(asked.owner())) {
                return busy(lock, asked.lock(), null);
            }
            if (asked.lock().kind().hasPlaceEach()) {
                return acquireInOrder(lock, asked);
            }
            if (lock.isHeldBy(asked.owner()) || lock.isOpenTo(asked) || hasOpenedFor(asked)) {
                lock.leaveLine(asked.ticket());
                lock.keepNumbers(ticker.nanoTime());
                return hold(lock, asked);
            }
            return busy(lock, asked.lock(), asked.ticket());
        });
    }

    private boolean hasOpenedFor(Acquisition asked) {
        Ticket ticket = asked.ticket();
        return ticket != null && ticket.arrival() > 0 && ticket.arrival() <= opened.getOrDefault(asked.lock(), 0L);
    }

    /** Grants the lock to the process whose place is first, along with its places that follow directly. */
    private Reply acquireInOrder(InMemoryLock lock, Acquisition asked) {
        boolean free = lock.isFree();
        boolean nobodyBefore = lock.isLineEmpty();
        long arrival = join(lock, asked);
        String process = asked.owner().process();
        long servedUpTo = free || lock.isHeldIn(process) ? lock.serve(process) : 0;
        Standing standing = new Standing(arrival, servedUpTo, true);
        if (free && (servedUpTo > 0 || nobodyBefore)) {
            return new Reply.Acquired(holdToken(lock, asked), standing);
        }
        return new Reply.Busy(lock.firstEnd(ticker.nanoTime()), standing, holder(lock));
    }

    /** Puts all tickets in line and returns when the last of them arrived. */
    private long join(InMemoryLock lock, Acquisition asked) {
        long arrival = 0;
        for (Ticket ticket : asked.tickets()) {
            arrival = ticket.arrival() == 0 ? ++lastArrival : ticket.arrival();
            lock.joinLine(asked.lock(), ticket.arrived(arrival));
        }
        return arrival;
    }

    Reply pass(Owner from, Acquisition to) {
        return on(to.lock(), (lock, toWake) -> {
            if (!lock.release(from)) {
                return new Reply.Gone();
            }
            if (to.lock().kind().hasPlaceEach()) {
                return passInOrder(lock, to, toWake);
            }
            if (lock.isLineEmpty() && lock.isOpenTo(to)) {
                return hold(lock, to);
            }
            Reply inLine = busy(lock, to.lock(), to.ticket());
            toWake.next(lock);
            return inLine;
        });
    }

    private Reply passInOrder(InMemoryLock lock, Acquisition to, ToWake toWake) {
        if (to.entitled()) {
            long arrival = join(lock, to);
            long servedUpTo = lock.serve(to.owner().process());
            return new Reply.Acquired(holdToken(lock, to), new Standing(arrival, servedUpTo, true));
        }
        Reply reply = acquireInOrder(lock, to);
        if (reply instanceof Reply.Busy) {
            toWake.first(lock);
        }
        return reply;
    }

    boolean renew(Hold hold, Duration leaseTime) {
        return on(hold.lock(), (lock, toWake) -> lock.renew(hold.owner(), ticker.nanoTime() + leaseTime.toNanos()));
    }

    boolean release(Hold hold) {
        return on(hold.lock(), (lock, toWake) -> {
            boolean held = lock.release(hold.owner());
            if (held) {
                toWake.next(lock);
            }
            return held || abandoned.contains(hold.owner());
        });
    }

    void abandon(Hold hold, @Nullable Ticket ticket) {
        on(hold.lock(), (lock, toWake) -> {
            remember(hold.owner());
            lock.leaveLine(ticket);
            lock.release(hold.owner());
            toWake.next(lock);
            return true;
        });
    }

    boolean forceRelease(LockId id) {
        return on(id, (lock, toWake) -> {
            toWake.holders(lock, id);
            boolean held = lock.releaseAll(id.kind().isShared());
            toWake.next(lock);
            return held;
        });
    }

    List<Holder> look(LockId id) {
        return on(id, (lock, toWake) -> lock.holders(id.kind().isShared(), ticker.nanoTime()));
    }

    Optional<Integer> limit(LockId semaphore) {
        return on(semaphore, (lock, toWake) -> lock.limit());
    }

    void resize(LockId semaphore, int permits) {
        on(semaphore, (lock, toWake) -> {
            lock.resize(permits);
            lock.keepNumbers(ticker.nanoTime());
            forgetOldNumbers();
            toWake.all(lock);
            return true;
        });
    }

    boolean start(LockId latch, int count) {
        return on(latch, (lock, toWake) -> {
            boolean started = lock.start(count);
            if (started) {
                lock.keepNumbers(ticker.nanoTime());
                forgetOldNumbers();
            }
            return started;
        });
    }

    void countDown(LockId latch) {
        on(latch, (lock, toWake) -> {
            lock.keepNumbers(ticker.nanoTime());
            if (lock.countDown()) {
                rememberOpening(latch);
                toWake.all(lock);
            }
            return true;
        });
    }

    long count(LockId latch) {
        return on(latch, (lock, toWake) -> lock.count());
    }

    /** Whether nothing is held, waited for, or counted down. */
    synchronized boolean isEmpty() {
        return locks.values().stream().noneMatch(InMemoryLock::isInUse);
    }

    /** Locks that only have numbers are looked at when another gets some, so that they do not add up. */
    private void forgetOldNumbers() {
        locks.values().removeIf(lock -> {
            lock.expire(ticker.nanoTime());
            return !lock.isNeeded();
        });
    }

    private Reply hold(InMemoryLock lock, Acquisition asked) {
        return new Reply.Acquired(holdToken(lock, asked));
    }

    private long holdToken(InMemoryLock lock, Acquisition asked) {
        long expiresAt = ticker.nanoTime() + asked.leaseTime().toNanos();
        long token = lock.hold(
                asked.owner(), lastToken + 1, expiresAt, asked.lock().kind().isShared());
        lastToken = Math.max(lastToken, token + LockBackend.TOKENS_PER_RUN - 1);
        return token;
    }

    private Reply busy(InMemoryLock lock, LockId id, @Nullable Ticket ticket) {
        long arrival = 0;
        if (ticket != null) {
            arrival = ticket.arrival() == 0 ? ++lastArrival : ticket.arrival();
            lock.joinLine(id, ticket.arrived(arrival));
            lock.keepNumbers(ticker.nanoTime());
        }
        Duration retryAfter = lock.count() > 0 ? COUNTING_RETRY : lock.firstEnd(ticker.nanoTime());
        return new Reply.Busy(retryAfter, arrival, holder(lock));
    }

    private @Nullable String holder(InMemoryLock lock) {
        return lock.holders(false, ticker.nanoTime()).stream()
                .findFirst()
                .map(Holder::owner)
                .orElse(null);
    }

    private void remember(Owner done) {
        abandoned.add(done);
        dropFirst(abandoned, ABANDONED_REMEMBERED);
    }

    private void rememberOpening(LockId latch) {
        opened.remove(latch);
        opened.put(latch, ++lastArrival);
        dropFirst(opened.keySet(), OPENINGS_REMEMBERED);
    }

    private static void dropFirst(Collection<?> remembered, int limit) {
        if (remembered.size() > limit) {
            Iterator<?> first = remembered.iterator();
            first.next();
            first.remove();
        }
    }

    private <T> T on(LockId id, BiFunction<InMemoryLock, ToWake, T> work) {
        ToWake toWake = new ToWake();
        T result;
        synchronized (this) {
            LockId key = new LockId(TOGETHER.getOrDefault(id.kind(), id.kind()), id.name());
            InMemoryLock lock = locks.computeIfAbsent(key, missing -> new InMemoryLock());
            lock.expire(ticker.nanoTime());
            result = work.apply(lock, toWake);
            if (!lock.isNeeded()) {
                locks.remove(key);
            }
        }
        toWake.wakeUps.forEach(Runnable::run);
        return result;
    }

    /** The processes to wake when the monitor is left. */
    private final class ToWake {

        private final List<Runnable> wakeUps = new ArrayList<>(1);

        /** The first in line, who stays there until it comes. */
        void first(InMemoryLock lock) {
            Place first = lock.firstInLine();
            if (first != null && lock.isFree()) {
                wake(first);
            }
        }

        /** The first in line; if it would share the lock, also those after it who would. */
        void next(InMemoryLock lock) {
            if (lock.keepsPlaces()) {
                first(lock);
                return;
            }
            boolean sharing = false;
            for (Place first = lock.firstInLine(); first != null; first = lock.firstInLine()) {
                if (sharing && !first.shared()) {
                    return;
                }
                boolean woken = wake(lock);
                if (woken && !first.shared()) {
                    return;
                }
                sharing |= woken;
            }
        }

        /** Those who are about to lose the lock by force. */
        void holders(InMemoryLock lock, LockId id) {
            lock.holders(id.kind().isShared(), ticker.nanoTime()).stream()
                    .flatMap(holder -> Owner.parse(holder.owner()).stream())
                    .map(Owner::process)
                    .distinct()
                    .flatMap(process -> Stream.ofNullable(processes.get(process)))
                    .forEach(process -> wakeUps.add(() -> process.forced(id)));
        }

        void all(InMemoryLock lock) {
            while (!lock.isLineEmpty()) {
                wake(lock);
            }
        }

        private boolean wake(InMemoryLock lock) {
            Place first = requireNonNull(lock.pollLine());
            boolean woken = wake(first);
            if (woken) {
                lock.called(first);
            }
            return woken;
        }

        private boolean wake(Place place) {
            WakeUps process = processes.get(place.ticket().owner().process());
            return process != null && wakeUps.add(() -> process.wake(place.lock()));
        }
    }
}
