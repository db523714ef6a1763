package io.latchkey.benchmarks.report;

import io.latchkey.benchmarks.measure.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of one scenario.
 *
 * @param leftOut who is not in it, and why
 * @param verdicts what became of the targets
 */
public record Table(String id, String title, List<Row> rows, Map<String, String> leftOut, List<Verdict> verdicts) {

    /** The numbers of a row that has some. */
    public Optional<Sample> sample(String label) {
        return rows.stream()
                .filter(row -> row.label().equals(label) && row.failure() == null)
                .map(Row::sample)
                .findFirst();
    }

    public Table with(List<Verdict> judged) {
        return new Table(id, title, rows, leftOut, judged);
    }
}
