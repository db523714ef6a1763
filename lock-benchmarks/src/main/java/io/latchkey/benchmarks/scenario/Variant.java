package io.latchkey.benchmarks.scenario;

import io.latchkey.benchmarks.load.Order;
import io.latchkey.benchmarks.locks.Ability;
import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.run.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * One way to run a scenario, with a row for each library that can take part.
 *
 * @param only the libraries it is run with; empty for all
 */
record Variant(
        String label,
        int processes,
        Order order,
        Duration leaseTime,
        boolean fresh,
        List<Ability> abilities,
        Set<Implementation> only) {

    static Variant of(int processes, Order order, Ability... abilities) {
        return new Variant("", processes, order, Trial.LEASE, false, List.of(abilities), Set.of());
    }

    Variant labelled(String text) {
        return new Variant(text, processes, order, leaseTime, fresh, abilities, only);
    }

    Variant onlyFor(Set<Implementation> implementations) {
        return new Variant(label, processes, order, leaseTime, fresh, abilities, implementations);
    }

    /** In processes of their own, with this lease time. */
    Variant withLease(Duration time) {
        return new Variant(label, processes, order, time, true, abilities, only);
    }

    boolean includes(Implementation implementation) {
        return (only.isEmpty() || only.contains(implementation))
                && implementation.lacks(abilities).isEmpty();
    }

    Trial trial(Implementation implementation) {
        return new Trial(implementation, order, processes, leaseTime, fresh);
    }
}
