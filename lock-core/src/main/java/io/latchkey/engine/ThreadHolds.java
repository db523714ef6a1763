package io.latchkey.engine;

import io.latchkey.spi.LockId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which threads of this process are inside which locks. What a thread forgot to leave is gone with it. */
final class ThreadHolds {

    @SuppressWarnings("ThreadLocalUsage") // Locks of one thread are apart for each engine; there are few.
    private final ThreadLocal<Map<LockId, ThreadHold>> holds = new ThreadLocal<>();

    @Nullable
    ThreadHold current(LockId lock) {
        Map<LockId, ThreadHold> mine = holds.get();
        return mine == null ? null : mine.get(lock);
    }

    /** The current thread entered the lock. */
    void open(LockId lock, HeldLease lease) {
        Map<LockId, ThreadHold> mine = holds.get();
        if (mine == null) {
            mine = new HashMap<>();
            holds.set(mine);
        }
        mine.compute(lock, (same, lost) -> new ThreadHold(lease, lost));
    }

    /** The current thread left the lock for good; a loss it has not heard of stays for its next unlock. */
    void close(LockId lock) {
        Map<LockId, ThreadHold> mine = holds.get();
        if (mine != null) {
            mine.computeIfPresent(lock, (same, hold) -> hold.lostBefore());
            if (mine.isEmpty()) {
                holds.remove();
            }
        }
    }
}
