package io.latchkey.benchmarks.measure;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The numbers of one round, or the medians of several. */
public record Sample(Map<Metric, Double> values) {

    public Sample {
        values = Map.copyOf(values);
    }

    public double get(Metric metric) {
        return values.getOrDefault(metric, Double.NaN);
    }

    public Sample with(Metric metric, double value) {
        Map<Metric, Double> more = new EnumMap<>(Metric.class);
        more.putAll(values);
        more.put(metric, value);
        return new Sample(more);
    }

    /** Metric by metric the median of those rounds that have it. */
    public static Sample median(List<Sample> rounds) {
        Set<Metric> metrics = new TreeSet<>();
        rounds.forEach(round -> metrics.addAll(round.values().keySet()));
        Map<Metric, Double> medians = new EnumMap<>(Metric.class);
        for (Metric metric : metrics) {
            medians.put(
                    metric,
                    median(rounds.stream()
                            .mapToDouble(round -> round.get(metric))
                            .toArray()));
        }
        return new Sample(medians);
    }

    /** The middle one, or the mean of the middle two; not a number when there is none. */
    public static double median(double... values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
