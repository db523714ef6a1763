package io.latchkey.benchmarks.scenario;

import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import io.latchkey.benchmarks.report.Table;
import io.latchkey.benchmarks.report.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a row is to reach.
 *
 * @param reference the row whose number the bound is a multiple of; null for a bound that is a number
 */
record Target(
        String row,
        Metric metric,
        boolean atLeast,
        double bound,
        @Nullable String reference) {

    static Target atLeast(Metric metric, double bound) {
        return new Target("Latchkey", metric, true, bound, null);
    }

    static Target atMost(Metric metric, double bound) {
        return new Target("Latchkey", metric, false, bound, null);
    }

    /** A multiple of what that row has. */
    Target of(String referenceRow) {
        return new Target(row, metric, atLeast, bound, referenceRow);
    }

    Target forRow(String label) {
        return new Target(label, metric, atLeast, bound, reference);
    }

    /** Empty where one of the rows is missing. */
    Optional<Verdict> judge(Table table) {
        Optional<Sample> own = table.sample(row);
        Optional<Sample> other = reference == null ? own : table.sample(reference);
        if (own.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        double value = own.get().get(metric);
        double measured = reference == null ? value : value / other.get().get(metric);
        boolean met = atLeast ? measured >= bound : measured <= bound;
        return Double.isNaN(measured) ? Optional.empty() : Optional.of(new Verdict(text(), measured, met));
    }

    private String text() {
        String comparison = metric.label() + (atLeast ? " ≥ " : " ≤ ") + bound;
        return row + ", " + (reference == null ? comparison : comparison + " of " + reference);
    }
}
