package io.latchkey.spring.test;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts how often each lock was acquired and lost. */
final class LockRecorder implements LockListener {

    private final Map<String, Integer> acquired = new ConcurrentHashMap<>();
    private final Map<String, Integer> lost = new ConcurrentHashMap<>();

    @Override
    public void acquired(Lease lease, Duration waited) {
        acquired.merge(lease.name(), 1, Integer::sum);
    }

    @Override
    public void lost(Lease lease) {
        lost.merge(lease.name(), 1, Integer::sum);
    }

    int acquisitions(String name) {
        return acquired.getOrDefault(name, 0);
    }

    int losses(String name) {
        return lost.getOrDefault(name, 0);
    }

    /** The test's own holds are not the application's. */
    void forgetOne(String name) {
        acquired.computeIfPresent(name, (same, count) -> count == 1 ? null : count - 1);
    }

    void forgetAll() {
        acquired.clear();
        lost.clear();
    }
}
