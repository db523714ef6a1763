package io.latchkey.composite;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import io.latchkey.spi.Printable;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Several locks as one: all of them are taken, or none. It has no state of its own; a thread is inside when it is inside
 * each of its locks, however it came there, and each may be entered again alone.
 */
public final class MultiLock implements NamedLock {

    private final List<NamedLock> members;
    private final String name;

    private MultiLock(Members members) {
        this.members = members.locks();
        this.name = members.names();
    }

    /**
     * Makes one of several.
     *
     * @throws IllegalArgumentException when there is none, or one is null
     */
    public static NamedLock of(NamedLock... locks) {
        return new MultiLock(Members.of(locks));
    }

    List<NamedLock> members() {
        return members;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void lock() {
        enterAnyway(Deadline.none(), Care.RENEWED);
    }

    @Override
    public void lock(Duration leaseTime) {
        enterAnyway(Deadline.none(), Care.of(leaseTime));
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        enter(Deadline.none(), Care.RENEWED);
    }

    @Override
    public boolean tryLock() {
        return enterAnyway(Deadline.in(Duration.ZERO), Care.RENEWED);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return tryLock(Duration.ofNanos(Math.max(0, unit.toNanos(time))));
    }

    @Override
    public boolean tryLock(Duration waitTime) throws InterruptedException {
        return enter(Deadline.in(waitTime), Care.RENEWED);
    }

    @Override
    public boolean tryLock(Duration waitTime, Duration leaseTime) throws InterruptedException {
        return enter(Deadline.in(waitTime), Care.of(leaseTime));
    }

    private boolean enter(Deadline deadline, Care care) throws InterruptedException {
        return new Taking<>(name, new Manner.Entering(care.leaseTime()), deadline, care).all(members) != null;
    }

    private boolean enterAnyway(Deadline deadline, Care care) {
        try (Manner.EnteringAnyway manner = new Manner.EnteringAnyway(care.leaseTime())) {
            return new Taking<>(name, manner, deadline, care).all(members) != null;
        } catch (InterruptedException e) {
            throw new IllegalStateException("an uninterruptible wait was interrupted", e);
        }
    }

    @Override
    public void unlock() {
        members.forEach(MultiLock::requireEntered);
        Failure failure = new Failure();
        GivingBack.release(GivingBack.leave(members, failure), failure);
        failure.rethrow();
    }

    /** Has a lock that the thread is not in say so before any other is left. One that was lost is still to be left. */
    private static void requireEntered(NamedLock member) {
        if (member.currentLease().isEmpty() && !member.isHeldByCurrentThread()) {
            member.unlock();
        }
    }

    @Override
    public Lease acquire(Duration waitTime) throws InterruptedException {
        return acquire(Deadline.in(waitTime), Care.RENEWED);
    }

    @Override
    public Lease acquire(Duration waitTime, Duration leaseTime) throws InterruptedException {
        return acquire(Deadline.in(waitTime), Care.of(leaseTime));
    }

    private Lease acquire(Deadline deadline, Care care) throws InterruptedException {
        Manner.Acquiring manner = new Manner.Acquiring(care.leaseTime());
        List<Lease> leases = new Taking<>(name, manner, deadline, care).all(members);
        if (leases == null) {
            throw busy(deadline, manner.refusal());
        }
        return new MultiLease(name, leases);
    }

    LockTimeoutException busy(Deadline deadline, String why) {
        String whole = members.size() == 1
                ? why
                : "multi-lock '%s' could not be taken within %s: %s"
                        .formatted(Printable.of(name), deadline.whole(), why);
        return new LockTimeoutException(name, whole);
    }

    /** All could be had, but leases ended before they were. */
    static LockBackendException tooLate(String name) {
        return new LockBackendException(
                name,
                "multi-lock '%s' could not be taken: the answers took longer than the lease time; ask for a longer lease"
                        .formatted(Printable.of(name)),
                null);
    }

    @Override
    public Optional<Lease> tryAcquire() {
        try {
            return Optional.ofNullable(new Taking<>(name, new Manner.Trying(), Deadline.in(Duration.ZERO), Care.RENEWED)
                            .all(members))
                    .map(leases -> new MultiLease(name, leases));
        } catch (InterruptedException e) {
            throw new IllegalStateException("an uninterruptible attempt was interrupted", e);
        }
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(Duration waitTime) {
        return AsyncTaking.start(this, Deadline.in(waitTime), Care.RENEWED);
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(Duration waitTime, Duration leaseTime) {
        return AsyncTaking.start(this, Deadline.in(waitTime), Care.of(leaseTime));
    }

    /** Whether any of the locks is held, so that all of them cannot be had. */
    @Override
    public boolean isLocked() {
        return members.stream().anyMatch(NamedLock::isLocked);
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return members.stream().allMatch(NamedLock::isHeldByCurrentThread);
    }

    @Override
    public int getHoldCount() {
        return members.stream().mapToInt(NamedLock::getHoldCount).min().orElse(0);
    }

    @Override
    public Optional<Lease> currentLease() {
        List<Lease> leases = members.stream()
                .flatMap(member -> member.currentLease().stream())
                .toList();
        return leases.size() < members.size() ? Optional.empty() : Optional.of(new MultiLease(name, leases));
    }

    /** Until the last of the locks opens by itself. */
    @Override
    public Duration remainingLease() {
        return members.stream()
                .map(NamedLock::remainingLease)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** The holder of the first of the locks that is held. */
    @Override
    public Optional<String> holder() {
        return members.stream().flatMap(member -> member.holder().stream()).findFirst();
    }

    @Override
    public boolean forceUnlock() {
        boolean[] forced = {false};
        new Failure()
                .reversed(members, member -> forced[0] |= member.forceUnlock())
                .rethrow();
        return forced[0];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MultiLock multi && members.equals(multi.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return "NamedLock[multi '" + Printable.of(name) + "']";
    }
}
