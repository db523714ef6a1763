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

    boolean isContended() {
        return order.isContended(processes);
    }
}
