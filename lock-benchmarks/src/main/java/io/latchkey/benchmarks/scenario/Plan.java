package io.latchkey.benchmarks.scenario;

import io.latchkey.benchmarks.locks.Implementation;
import java.util.Set;

/** How much is measured. */
public record Plan(
        boolean quick, int rounds, long roundMillis, long warmUpMillis, Set<Implementation> implementations) {

    public Plan {
        if (rounds < 1 || roundMillis < 1) {
            throw new IllegalArgumentException("rounds and their time must be positive");
        }
        implementations = Set.copyOf(implementations);
    }
}
