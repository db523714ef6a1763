package io.latchkey.benchmarks.run;

import io.latchkey.benchmarks.load.Order;
import io.latchkey.benchmarks.locks.Implementation;
import java.time.Duration;

/**
 * What one round measures.
 *
 * @param fresh whether the processes are started for it and ended with it
 */
public record Trial(Implementation implementation, Order order, int processes, Duration leaseTime, boolean fresh) {

    /** That of all processes that are kept. */
    public static final Duration LEASE = Duration.ofSeconds(30);

    public Trial {
        if (!fresh && !leaseTime.equals(LEASE)) {
            throw new IllegalArgumentException("a lease time other than " + LEASE + " needs fresh processes");
        }
    }

    boolean isContended() {
        return order.isContended(processes);
    }
}
