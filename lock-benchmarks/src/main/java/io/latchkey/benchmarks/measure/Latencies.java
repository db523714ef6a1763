package io.latchkey.benchmarks.measure;

import java.util.Map;
import java.util.TreeMap;

/** How often something took how long, to three in a hundred. One thread writes; merged afterwards. */
public final class Latencies {

    /** Below this many nanoseconds a bucket is one wide; above, each power of two has half as many buckets. */
    private static final int EXACT = 64;

    private static final int SUB_BITS = 5;
    private static final int BUCKETS = (Long.SIZE - SUB_BITS) << SUB_BITS;

    private final long[] counts = new long[BUCKETS];
    private long total;

    public void record(long nanos) {
        counts[bucket(Math.max(0, nanos))]++;
        total++;
    }

    public void add(Map<Integer, Long> buckets) {
        buckets.forEach((bucket, count) -> {
            counts[bucket] += count;
            total += count;
        });
    }

    /** What is not zero, bucket by bucket, to be sent to another process. */
    public Map<Integer, Long> buckets() {
        Map<Integer, Long> buckets = new TreeMap<>();
        for (int i = 0; i < BUCKETS; i++) {
            if (counts[i] > 0) {
                buckets.put(i, counts[i]);
            }
        }
        return buckets;
    }

    /** The time that this share of all did not exceed; not a number when nothing was recorded. */
    public double percentile(double share) {
        if (total == 0) {
            return Double.NaN;
        }
        long wanted = Math.max(1, (long) Math.ceil(share * total));
        int bucket = -1;
        for (long seen = 0; seen < wanted; seen += counts[bucket]) {
            bucket++;
        }
        return (lowest(bucket) + lowest(bucket + 1) - 1) / 2.0;
    }

    private static int bucket(long nanos) {
        if (nanos < EXACT) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - SUB_BITS;
        return (shift << SUB_BITS) + (int) (nanos >>> shift);
    }

    private static long lowest(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int shift = (bucket >> SUB_BITS) - 1;
        long subBuckets = 1L << SUB_BITS;
        return ((bucket & (subBuckets - 1)) + subBuckets) << shift;
    }
}
