package io.latchkey.benchmarks.scenario;

import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import io.latchkey.benchmarks.report.Row;
import io.latchkey.benchmarks.run.Bench;
import io.latchkey.benchmarks.run.RoundFailedException;
import io.latchkey.benchmarks.run.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rounds of one row so far; one that failed makes the row void. */
final class Rounds {

    private final List<Sample> samples = new ArrayList<>();
    private @Nullable String failure;

    void run(Bench bench, Trial trial, long millis, boolean warmUp) throws InterruptedException {
        if (failure != null) {
            return;
        }
        try {
            Sample sample = bench.round(trial, millis);
            if (!warmUp) {
                samples.add(sample);
            }
        } catch (RoundFailedException e) {
            failure = String.valueOf(e.getMessage());
        }
    }

    /** Round by round, unless one failed. */
    Optional<List<Sample>> samples() {
        return failure == null ? Optional.of(samples) : Optional.empty();
    }

    Row row(Implementation implementation, Variant variant, Map<Implementation, List<Sample>> others, Metric basis) {
        if (failure != null) {
            return Row.failed(implementation.label(), variant.label(), failure);
        }
        Sample median = Sample.median(samples);
        // Who is alone in a variant has nobody to be compared with.
        Sample compared = others.size() > 1 ? Ratios.add(median, samples, others, basis) : median;
        return new Row(implementation.label(), variant.label(), compared, samples.size());
    }
}
