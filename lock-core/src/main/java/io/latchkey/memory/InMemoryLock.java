package io.latchkey.memory;

import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Holder;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One lock of whatever kind: its holders, its line, its numbers. Guarded by its store. */
final class InMemoryLock {

    private static final Duration LIMIT_KEPT = Duration.ofDays(1);
    private static final Duration COUNT_KEPT = Duration.ofDays(7);

    /**
     * A hold.
     *
     * @param shared whether others may hold the lock beside it
     */
    private record Held(long token, long expiresAt, boolean shared) {}

    /** A place in line, for a lock that may be one of several which share this. */
    record Place(LockId lock, Ticket ticket) {

        boolean shared() {
            return lock.kind().isShared();
        }

        boolean isOf(String process) {
            return ticket.owner().process().equals(process);
        }
    }

    private final Map<Owner, Held> holders = new LinkedHashMap<>();
    private final TreeSet<Place> line = new TreeSet<>(Comparator.comparingLong(place -> place.ticket.arrival()));
    /** The writer that was woken last, until it comes: it is not in line, and not to be overtaken either. */
    private @Nullable Place called;

    private int limit;
    private long count;
    /** When the limit or the count is forgotten, unless the lock is used before. */
    private long numbersUntil;

    /**
     * Whether one more may hold it: alone, or beside others that share it, of so many unless the number was changed. A latch
     * that runs is open to nobody, and nobody who shares overtakes one in line who wants it alone.
     */
    boolean isOpenTo(Acquisition asked) {
        if (!asked.lock().kind().isShared()) {
            return holders.isEmpty();
        }
        boolean under = asked.under() != null && holders.containsKey(asked.under());
        boolean open = holders.values().stream().allMatch(Held::shared) && !isOvertaking(asked.ticket());
        int permits = limit > 0 ? limit : asked.permits();
        return count == 0
                && (under || open)
                && taken() <= permits - asked.owner().permits();
    }

    private int taken() {
        return holders.keySet().stream().mapToInt(Owner::permits).sum();
    }

    private boolean isOvertaking(@Nullable Ticket ticket) {
        long arrival = ticket == null || ticket.arrival() == 0 ? Long.MAX_VALUE : ticket.arrival();
        return Stream.concat(line.stream(), Stream.ofNullable(called))
                .anyMatch(place -> !place.shared() && place.ticket.arrival() < arrival);
    }

    boolean isHeldBy(Owner owner) {
        return holders.containsKey(owner);
    }

    /** Holds the lock, with the given token unless it is held already. */
    long hold(Owner owner, long token, long expiresAt, boolean shared) {
        Held before = holders.get(owner);
        Held held = new Held(before == null ? token : before.token, expiresAt, shared);
        holders.put(owner, held);
        return held.token;
    }

    boolean renew(Owner owner, long expiresAt) {
        Held renewed = holders.computeIfPresent(
                owner, (same, held) -> new Held(held.token, Math.max(held.expiresAt, expiresAt), held.shared));
        return renewed != null;
    }

    boolean release(Owner owner) {
        return holders.remove(owner) != null;
    }

    /** Ends all holds of the kind. */
    boolean releaseAll(boolean shared) {
        return holders.values().removeIf(held -> held.shared == shared);
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

    List<Holder> holders(boolean shared, long now) {
        return holders.entrySet().stream()
                .filter(entry -> entry.getValue().shared == shared)
                .map(entry -> new Holder(entry.getKey().id(), Duration.ofNanos(entry.getValue().expiresAt - now)))
                .toList();
    }

    /** How long until the first of all holds ends. */
    Duration firstEnd(long now) {
        return Duration.ofNanos(holders.values().stream()
                .mapToLong(held -> held.expiresAt - now)
                .min()
                .orElse(0));
    }

    void joinLine(LockId lock, Ticket ticket) {
        leaveLine(ticket);
        line.add(new Place(lock, ticket));
    }

    void leaveLine(@Nullable Ticket ticket) {
        if (ticket != null) {
            leaveLine(place -> place.ticket.owner().equals(ticket.owner()));
        }
    }

    /** A process that is gone waits no more. */
    void leaveLine(String process) {
        leaveLine(place -> place.isOf(process));
    }

    private void leaveLine(Predicate<Place> leaving) {
        line.removeIf(leaving);
        if (called != null && leaving.test(called)) {
            called = null;
        }
    }

    /** Notes who was taken out of the line and woken. */
    void called(Place place) {
        if (place.lock.kind() == LockKind.WRITE) {
            called = place;
        }
    }

    /** Takes the places of a process that come first out of the line; returns the arrival of the last, 0 for none. */
    long serve(String process) {
        long servedUpTo = 0;
        while (!line.isEmpty() && line.first().isOf(process)) {
            servedUpTo = line.pollFirst().ticket.arrival();
        }
        return servedUpTo;
    }

    boolean isFree() {
        return holders.isEmpty();
    }

    boolean isHeldIn(String process) {
        return holders.keySet().stream().anyMatch(owner -> owner.process().equals(process));
    }

    /** Whether those in line stay there when they are woken, until they come. */
    boolean keepsPlaces() {
        return !line.isEmpty() && line.first().lock.kind().hasPlaceEach();
    }

    @Nullable
    Place firstInLine() {
        return line.isEmpty() ? null : line.first();
    }

    @Nullable
    Place pollLine() {
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

    /** Whether it is held, waited for, or counted down. A writer that was woken still waits. */
    boolean isInUse() {
        return !holders.isEmpty() || !line.isEmpty() || called != null || count > 0;
    }
}
