package io.latchkey.memory;

import io.latchkey.spi.LockBackend.Holder;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One lock of whatever kind: its holders, its line, its numbers. Guarded by its store. */
final class InMemoryLock {

    private static final Duration LIMIT_KEPT = Duration.ofDays(1);
    private static final Duration COUNT_KEPT = Duration.ofDays(7);

    private record Held(long token, long expiresAt) {}

    private final Map<Owner, Held> holders = new LinkedHashMap<>();
    private final TreeSet<Ticket> line = new TreeSet<>(Comparator.comparingLong(Ticket::arrival));
    private int limit;
    private long count;
    /** When the limit or the count is forgotten, unless the lock is used before. */
    private long numbersUntil;

    /** Whether one more may hold it, of so many unless the number was changed; a latch that runs is open to nobody. */
    boolean isOpenTo(int permits) {
        return count == 0 && holders.size() < (limit > 0 ? limit : permits);
    }

    boolean isHeldBy(Owner owner) {
        return holders.containsKey(owner);
    }

    /** Holds the lock, with the given token unless it is held already. */
    long hold(Owner owner, long token, long expiresAt) {
        Held before = holders.get(owner);
        Held held = new Held(before == null ? token : before.token, expiresAt);
        holders.put(owner, held);
        return held.token;
    }

    boolean renew(Owner owner, long expiresAt) {
        Held renewed = holders.computeIfPresent(
                owner, (same, held) -> new Held(held.token, Math.max(held.expiresAt, expiresAt)));
        return renewed != null;
    }

    boolean release(Owner owner) {
        return holders.remove(owner) != null;
    }

    boolean releaseAll() {
        boolean held = !holders.isEmpty();
        holders.clear();
        return held;
    }

    void expire(long now) {
        holders.values().removeIf(held -> now - held.expiresAt >= 0);
        if (hasNumbers() && now - numbersUntil >= 0) {
            limit = 0;
            count = 0;
        }
    }

    /** Keeps the limit or the count for some time from now. */
    void keepNumbers(long now) {
        numbersUntil = now + (limit > 0 ? LIMIT_KEPT : COUNT_KEPT).toNanos();
    }

    private boolean hasNumbers() {
        return limit > 0 || count > 0;
    }

    List<Holder> holders(long now) {
        return holders.entrySet().stream()
                .map(entry -> new Holder(entry.getKey().id(), Duration.ofNanos(entry.getValue().expiresAt - now)))
                .toList();
    }

    void joinLine(Ticket ticket) {
        leaveLine(ticket);
        line.add(ticket);
    }

    void leaveLine(@Nullable Ticket ticket) {
        if (ticket != null) {
            line.removeIf(waiting -> waiting.owner().equals(ticket.owner()));
        }
    }

    @Nullable
    Ticket pollLine() {
        return line.pollFirst();
    }

    boolean isLineEmpty() {
        return line.isEmpty();
    }

    Optional<Integer> limit() {
        return limit > 0 ? Optional.of(limit) : Optional.empty();
    }

    void resize(int permits) {
        limit = permits;
    }

    boolean start(int newCount) {
        boolean open = count == 0;
        if (open) {
            count = newCount;
        }
        return open;
    }

    /** Counts down; true when that opened the latch. */
    boolean countDown() {
        return count > 0 && --count == 0;
    }

    long count() {
        return count;
    }

    boolean isNeeded() {
        return isInUse() || limit > 0;
    }

    /** Whether it is held, waited for, or counted down. */
    boolean isInUse() {
        return !holders.isEmpty() || !line.isEmpty() || count > 0;
    }
}
