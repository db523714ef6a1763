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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
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

    /** When to look again at a latch, which nobody holds, should no wake-up come. */
    private static final Duration COUNTING_RETRY = Duration.ofMinutes(1);

    private final Ticker ticker;
    /** The last acquisitions that were abandoned: they are not granted any more, and their release is no surprise. */
    private final Set<Owner> abandoned = new LinkedHashSet<>();

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

    synchronized void disconnect(String process) {
        processes.remove(process);
    }

    Reply acquire(Acquisition asked) {
        return on(asked.lock(), (lock, toWake) -> {
            if (abandoned.contains(asked.owner())) {
                return busy(lock, null);
            }
            if (lock.isHeldBy(asked.owner()) || lock.isOpenTo(asked.permits())) {
                lock.leaveLine(asked.ticket());
                lock.keepNumbers(ticker.nanoTime());
                return hold(lock, asked);
            }
            return busy(lock, asked.ticket());
        });
    }

    Reply pass(Owner from, Acquisition to) {
        return on(to.lock(), (lock, toWake) -> {
            if (!lock.release(from)) {
                return new Reply.Gone();
            }
            if (lock.isLineEmpty()) {
                return hold(lock, to);
            }
            Reply inLine = busy(lock, to.ticket());
            toWake.next(lock);
            return inLine;
        });
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
            boolean held = lock.releaseAll();
            toWake.next(lock);
            return held;
        });
    }

    List<Holder> look(LockId id) {
        return on(id, (lock, toWake) -> lock.holders(ticker.nanoTime()));
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
        long expiresAt = ticker.nanoTime() + asked.leaseTime().toNanos();
        long token = lock.hold(asked.owner(), lastToken + 1, expiresAt);
        lastToken = Math.max(lastToken, token + LockBackend.TOKENS_PER_RUN - 1);
        return new Reply.Acquired(token);
    }

    private Reply busy(InMemoryLock lock, @Nullable Ticket ticket) {
        long arrival = 0;
        if (ticket != null) {
            arrival = ticket.arrival() == 0 ? ++lastArrival : ticket.arrival();
            lock.joinLine(ticket.arrived(arrival));
            lock.keepNumbers(ticker.nanoTime());
        }
        List<Holder> holders = lock.holders(ticker.nanoTime());
        Duration remaining = holders.stream()
                .map(Holder::remaining)
                .min(Duration::compareTo)
                .orElse(lock.count() > 0 ? COUNTING_RETRY : Duration.ZERO);
        return new Reply.Busy(
                remaining, arrival, holders.isEmpty() ? null : holders.get(0).owner());
    }

    private void remember(Owner done) {
        abandoned.add(done);
        if (abandoned.size() > ABANDONED_REMEMBERED) {
            abandoned.remove(abandoned.iterator().next());
        }
    }

    private <T> T on(LockId id, BiFunction<InMemoryLock, ToWake, T> work) {
        ToWake toWake = new ToWake();
        T result;
        synchronized (this) {
            InMemoryLock lock = locks.computeIfAbsent(id, missing -> new InMemoryLock());
            lock.expire(ticker.nanoTime());
            result = work.apply(lock, toWake);
            if (!lock.isNeeded()) {
                locks.remove(id);
            }
        }
        toWake.processes.forEach(process -> process.wake(id));
        return result;
    }

    /** The processes to wake when the monitor is left. */
    private final class ToWake {

        private final List<WakeUps> processes = new ArrayList<>(1);

        /** The first in line, if the lock may be free for it. */
        void next(InMemoryLock lock) {
            Ticket first = lock.pollLine();
            while (first != null && !add(first)) {
                first = lock.pollLine();
            }
        }

        void all(InMemoryLock lock) {
            for (Ticket first = lock.pollLine(); first != null; first = lock.pollLine()) {
                add(first);
            }
        }

        private boolean add(Ticket ticket) {
            WakeUps process = InMemoryStore.this.processes.get(ticket.owner().process());
            return process != null && processes.add(process);
        }
    }
}
