package io.latchkey.composite;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Gives several locks back, the last one first, whatever fails: at once those that can be, after those that go alone.
 *
 * @param together in the order in which they were taken
 * @param alone likewise
 */
record GivingBack(Map<Joint, List<Lease>> together, List<Lease> alone) {

    private static final long SOON_MILLIS = 250;

    /** Has the calling thread leave all of the locks; what is to be released then. */
    static List<Lease> leave(List<NamedLock> locks, Failure failure) {
        List<Lease> left = new ArrayList<>();
        failure.reversed(locks, lock -> {
            Lease lease = leave(lock);
            if (lease != null) {
                left.add(0, lease);
            }
        });
        return left;
    }

    private static @Nullable Lease leave(NamedLock lock) {
        if (lock instanceof Joint.Member member) {
            return member.leave();
        }
        lock.unlock();
        return null;
    }

    static void release(List<Lease> leases, Failure failure) {
        GivingBack all = of(leases);
        failure.reversed(all.alone, Lease::release);
        all.together.forEach((joint, some) -> failure.attempt(() -> joint.release(some)));
    }

    /** Waits only as long as an answer usually takes, and tells no failures: whatever is not done then is still under way. */
    static void releaseSoon(List<Lease> leases) {
        CompletableFuture<?>[] releases = releaseAsync(leases).toArray(new CompletableFuture<?>[0]);
        CompletableFuture.allOf(releases)
                .exceptionally(failure -> null)
                .completeOnTimeout(null, SOON_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }

    /** What comes of each. */
    static List<CompletableFuture<Void>> releaseAsync(List<Lease> leases) {
        GivingBack all = of(leases);
        List<CompletableFuture<Void>> releases = new ArrayList<>();
        new Failure().reversed(all.alone, lease -> releases.add(lease.releaseAsync()));
        all.together.forEach((joint, some) -> releases.addAll(joint.releaseAsync(some)));
        return releases;
    }

    private static GivingBack of(List<Lease> leases) {
        GivingBack all = new GivingBack(new LinkedHashMap<>(), new ArrayList<>());
        for (Lease lease : leases) {
            List<Lease> like = lease instanceof Joint.Part part
                    ? all.together.computeIfAbsent(part.joint(), first -> new ArrayList<>())
                    : all.alone;
            like.add(lease);
        }
        return all;
    }
}
