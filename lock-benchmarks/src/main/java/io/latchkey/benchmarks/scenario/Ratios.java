package io.latchkey.benchmarks.scenario;

import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How libraries compare round by round: those of one round ran one after the other and saw the same noise, so the median
 * of their ratios says more than the ratio of their medians.
 */
final class Ratios {

    private Ratios() {}

    static Sample add(Sample median, List<Sample> rounds, Map<Implementation, List<Sample>> others, Metric basis) {
        Sample withFloor = add(median, Metric.TO_FLOOR, rounds, floor(others), basis);
        return add(
                withFloor, Metric.TO_REDISSON, rounds, others.getOrDefault(Implementation.REDISSON, List.of()), basis);
    }

    private static List<Sample> floor(Map<Implementation, List<Sample>> others) {
        return others.getOrDefault(
                Implementation.FLOOR_TEMPLATE, others.getOrDefault(Implementation.FLOOR_LETTUCE, List.of()));
    }

    private static Sample add(Sample sample, Metric ratio, List<Sample> rounds, List<Sample> reference, Metric basis) {
        if (reference.size() != rounds.size()) {
            return sample;
        }
        double median = Sample.median(IntStream.range(0, rounds.size())
                .mapToDouble(i -> rounds.get(i).get(basis) / reference.get(i).get(basis))
                .toArray());
        return sample.with(ratio, median);
    }
}
