package io.latchkey.engine;

import io.latchkey.spi.LockId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Which threads of this process are inside which locks. */
final class ThreadHolds {

    private record Key(LockId lock, long thread) {}

    private final ConcurrentMap<Key, ThreadHold> holds = new ConcurrentHashMap<>();

    @Nullable
    ThreadHold current(LockId lock) {
        return holds.get(key(lock));
    }

    /** The current thread entered the lock. */
    void open(LockId lock, HeldLease lease) {
        holds.compute(key(lock), (key, lost) -> new ThreadHold(lease, lost));
    }

    /** The current thread left the lock for good; a loss it has not heard of stays for its next unlock. */
    void close(LockId lock) {
        holds.computeIfPresent(key(lock), (key, hold) -> hold.lostBefore());
    }

    private static Key key(LockId lock) {
        return new Key(lock, Thread.currentThread().getId());
    }
}
