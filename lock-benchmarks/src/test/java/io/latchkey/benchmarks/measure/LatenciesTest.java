package io.latchkey.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 63, 64, 65, 1_000, 123_456, 987_654_321, 3_600_000_000_000L})
    void whenOneTimeIsRecordedShouldGiveItBackToThreeInAHundred(long nanos) {
        Latencies latencies = new Latencies();

        latencies.record(nanos);

        assertThat(latencies.percentile(0.5)).isCloseTo((double) nanos, withinPercentage(3));
    }

    @Test
    void whenManyAreRecordedShouldTellTheShares() {
        Latencies latencies = new Latencies();

        for (int i = 1; i <= 1_000; i++) {
            latencies.record(i * 1_000L);
        }

        assertThat(latencies.percentile(0.5)).isCloseTo(500_000, withinPercentage(3));
        assertThat(latencies.percentile(0.99)).isCloseTo(990_000, withinPercentage(3));
    }

    @Test
    void whenThoseOfAnotherProcessAreAddedShouldCountThemToo() {
        Latencies one = new Latencies();
        Latencies other = new Latencies();
        one.record(10);
        other.record(1_000_000);
        other.record(1_000_000);

        one.add(other.buckets());

        assertThat(one.percentile(0.5)).isCloseTo(1_000_000, withinPercentage(3));
        assertThat(one.percentile(0.1)).isEqualTo(10);
    }

    @Test
    void whenNothingWasRecordedShouldHaveNoNumber() {
        Latencies latencies = new Latencies();

        assertThat(latencies.percentile(0.5)).isNaN();
        assertThat(latencies.buckets()).isEqualTo(Map.of());
    }
}
