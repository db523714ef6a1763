package io.latchkey.benchmarks.load;

import java.lang.management.ManagementFactory;

/** The heap of this process, after a look for what is still needed. */
final class Heap {

    /** The serial collector leaves dead wood behind but for each fourth time. */
    private static final int COLLECTIONS = 8;

    private Heap() {}

    static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
