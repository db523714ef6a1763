package io.latchkey.benchmarks.load;

import java.util.List;
import java.util.Map;

/**
 * What one worker process has done in one round.
 *
 * @param inTime acquisitions before time was over, thread by thread
 * @param total acquisitions of all threads, those that came late included
 * @param overlaps how often somebody else was inside as well
 * @param latencies of acquiring plus releasing, or of hand-overs
 * @param heapPerHeld bytes for each of the other locks held
 * @param threads live threads but for those of the harness
 */
public record Outcome(
        List<Long> inTime,
        long total,
        long elapsedNanos,
        long cpuNanos,
        long longestWaitNanos,
        long overlaps,
        Map<Integer, Long> latencies,
        double heapPerHeld,
        int threads) {}
