package io.latchkey.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatiosTest {

    @Test
    void whenARoundWasDisturbedForBothShouldNotShowInTheRatio() {
        List<Sample> own = rates(100, 20, 100);
        List<Sample> floor = rates(200, 40, 200);

        Sample sample = Ratios.add(Sample.median(own), own, Map.of(Implementation.FLOOR_TEMPLATE, floor), Metric.RATE);

        assertThat(sample.get(Metric.TO_FLOOR)).isEqualTo(0.5);
        assertThat(sample.get(Metric.TO_REDISSON)).isNaN();
    }

    @Test
    void whenTheTemplateFloorIsMissingShouldGoByTheOther() {
        List<Sample> own = rates(100);

        Sample sample = Ratios.add(
                Sample.median(own),
                own,
                Map.of(Implementation.FLOOR_LETTUCE, rates(50), Implementation.REDISSON, rates(25)),
                Metric.RATE);

        assertThat(sample.get(Metric.TO_FLOOR)).isEqualTo(2);
        assertThat(sample.get(Metric.TO_REDISSON)).isEqualTo(4);
    }

    private static List<Sample> rates(double... values) {
        return Arrays.stream(values)
                .mapToObj(value -> new Sample(Map.of(Metric.RATE, value)))
                .toList();
    }
}
