package io.latchkey.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleTest {

    @Test
    void whenRoundsDifferShouldTakeTheMiddleOne() {
        assertThat(Sample.median(9, 1, 5)).isEqualTo(5);
        assertThat(Sample.median(4, 1, 9, 2)).isEqualTo(3);
        assertThat(Sample.median()).isNaN();
    }

    @Test
    void whenARoundLacksANumberShouldGoByTheOthers() {
        Sample both = new Sample(Map.of(Metric.RATE, 10.0, Metric.P50, 7.0));
        Sample one = new Sample(Map.of(Metric.RATE, 20.0));

        Sample median = Sample.median(List.of(both, one));

        assertThat(median.get(Metric.RATE)).isEqualTo(15);
        assertThat(median.get(Metric.P50)).isEqualTo(7);
        assertThat(median.get(Metric.P99)).isNaN();
    }
}
