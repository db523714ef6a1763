package io.latchkey.composite;

import io.latchkey.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Looks after leases of a fixed time while further locks are waited for: those taken first are made longer, so that at the
 * end all have their time before them. Leases that the watchdog renews need none of this.
 *
 * @param leaseTime null for leases that are renewed
 */
record Care(@Nullable Duration leaseTime) {

    /** A lease that has lost less than this part of its time need not be made longer. */
    private static final int UNIMPORTANT_PART = 16;

    private static final int LOOKS_PER_LEASE = 3;

    static final Care RENEWED = new Care(null);

    /** For leases that end by themselves; which times they may have, their locks say. */
    static Care of(Duration leaseTime) {
        if (leaseTime == null) {
            throw new IllegalArgumentException("leaseTime must be between 1ms and 3650 days, was null");
        }
        return new Care(leaseTime);
    }

    /** How long to wait for the next lock: as long as there is time, or as those taken can be left alone. */
    Duration wait(Deadline deadline, Collection<?> taken) {
        Duration remaining = deadline.remaining();
        return leaseTime == null || taken.isEmpty()
                ? remaining
                : List.of(remaining, leaseTime.dividedBy(LOOKS_PER_LEASE)).stream()
                        .min(Comparator.naturalOrder())
                        .orElse(remaining);
    }

    /** Makes leases longer that have become short; false when one has ended. */
    boolean keepAlive(Collection<Lease> taken) {
        return leaseTime == null || taken.stream().allMatch(lease -> keepAlive(lease, leaseTime));
    }

    private static boolean keepAlive(Lease lease, Duration leaseTime) {
        return isLong(lease, leaseTime) || lease.extend(leaseTime);
    }

    /** The same without a thread, for all at once. */
    CompletableFuture<Boolean> keepAliveAsync(Collection<Lease> taken) {
        CompletableFuture<Boolean> all = CompletableFuture.completedFuture(true);
        if (leaseTime != null) {
            for (Lease lease : taken) {
                all = all.thenCombine(keepAliveAsync(lease, leaseTime), Boolean::logicalAnd);
            }
        }
        return all;
    }

    private static CompletableFuture<Boolean> keepAliveAsync(Lease lease, Duration leaseTime) {
        return lease instanceof Joint.Part part && !isLong(lease, leaseTime)
                ? part.extendAsync(leaseTime)
                : CompletableFuture.completedFuture(keepAlive(lease, leaseTime));
    }

    private static boolean isLong(Lease lease, Duration leaseTime) {
        Duration enough = leaseTime.minus(leaseTime.dividedBy(UNIMPORTANT_PART));
        return lease.remaining().compareTo(enough) >= 0;
    }
}
