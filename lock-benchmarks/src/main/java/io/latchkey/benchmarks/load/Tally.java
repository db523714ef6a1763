package io.latchkey.benchmarks.load;

import io.latchkey.benchmarks.measure.Latencies;

/** What one thread has done. */
final class Tally {

    final Latencies latencies = new Latencies();
    long inTime;
    long total;
    long longestWait;

    /** Counts one acquisition; what ended after time was over does not count for the rate. */
    void add(long latency, long wait, boolean beforeTheEnd) {
        latencies.record(latency);
        waited(wait);
        total++;
        if (beforeTheEnd) {
            inTime++;
        }
    }

    void waited(long wait) {
        longestWait = Math.max(longestWait, wait);
    }
}
