package io.latchkey.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import io.latchkey.benchmarks.report.Row;
import io.latchkey.benchmarks.report.Table;
import io.latchkey.benchmarks.report.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetTest {

    private static final Table TABLE = new Table(
            "id",
            "title",
            List.of(
                    new Row("Latchkey", "", new Sample(Map.of(Metric.RATE, 50.0, Metric.COMMANDS, 2.0)), 3),
                    new Row("Redisson", "", new Sample(Map.of(Metric.RATE, 20.0)), 3),
                    Row.failed("Lock4j", "", "void")),
            Map.of(),
            List.of());

    @Test
    void whenTheBoundIsANumberShouldCompareWithIt() {
        assertThat(Target.atMost(Metric.COMMANDS, 2).judge(TABLE))
                .contains(new Verdict("Latchkey, commands ≤ 2.0", 2, true));
        assertThat(Target.atLeast(Metric.RATE, 51).judge(TABLE)).get().matches(verdict -> !verdict.met());
    }

    @Test
    void whenTheBoundIsAMultipleShouldCompareWithTheOtherRow() {
        assertThat(Target.atLeast(Metric.RATE, 2.5).of("Redisson").judge(TABLE))
                .contains(new Verdict("Latchkey, ops/s ≥ 2.5 of Redisson", 2.5, true));
    }

    @Test
    void whenARowHasNoNumbersShouldNotJudge() {
        assertThat(Target.atLeast(Metric.RATE, 2).of("Lock4j").judge(TABLE)).isEmpty();
        assertThat(Target.atLeast(Metric.P50, 2).judge(TABLE)).isEmpty();
        assertThat(Target.atLeast(Metric.RATE, 2).forRow("nobody").judge(TABLE)).isEmpty();
    }
}
