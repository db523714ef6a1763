package io.latchkey.benchmarks.report;

import io.latchkey.benchmarks.measure.Sample;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table.
 *
 * @param implementation whose row it is, as charts group them
 * @param variant what else differs between rows; often nothing
 * @param failure why there are no numbers, if so
 */
public record Row(
        String implementation,
        String variant,
        Sample sample,
        int rounds,
        @Nullable String failure) {

    public Row(String implementation, String variant, Sample sample, int rounds) {
        this(implementation, variant, sample, rounds, null);
    }

    public static Row failed(String implementation, String variant, String failure) {
        return new Row(implementation, variant, new Sample(Map.of()), 0, failure);
    }

    public String label() {
        return variant.isEmpty() ? implementation : implementation + ", " + variant;
    }
}
