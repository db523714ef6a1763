package io.latchkey.benchmarks.report;

import static io.latchkey.benchmarks.measure.Metric.LEAST_PROCESS;
import static io.latchkey.benchmarks.measure.Metric.LEAST_THREAD;
import static io.latchkey.benchmarks.measure.Metric.MOST_PROCESS;
import static io.latchkey.benchmarks.measure.Metric.MOST_THREAD;
import static io.latchkey.benchmarks.measure.Metric.PROCESS_BALANCE;
import static io.latchkey.benchmarks.measure.Metric.THREAD_BALANCE;

import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A column of a printed table: a metric, or the range between two. */
record Column(String label, Metric from, @Nullable Metric to) {

    /** Every metric once; shares as ranges, without the ratio of their ends. */
    static final List<Column> ALL = all();

    boolean isKnown(Sample sample) {
        return !Double.isNaN(sample.get(from));
    }

    String cell(Sample sample) {
        String text = from.format(sample.get(from));
        return to == null || !isKnown(sample) ? text : text + " to " + to.format(sample.get(to));
    }

    private static List<Column> all() {
        Set<Metric> elsewhere = Set.of(MOST_THREAD, MOST_PROCESS, THREAD_BALANCE, PROCESS_BALANCE);
        List<Column> columns = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            if (metric == LEAST_THREAD) {
                columns.add(new Column("thread shares", LEAST_THREAD, MOST_THREAD));
            } else if (metric == LEAST_PROCESS) {
                columns.add(new Column("process shares", LEAST_PROCESS, MOST_PROCESS));
            } else if (!elsewhere.contains(metric)) {
                columns.add(new Column(metric.label(), metric, null));
            }
        }
        return columns;
    }
}
