package io.latchkey.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {

    private static final Table COMPARED = new Table(
            "one-lock",
            "One lock <&>",
            List.of(
                    new Row("Latchkey", "", sample(50_000, 0.01, 20), 3),
                    new Row("Redisson", "", sample(2_500, 4.5, 1), 3),
                    Row.failed("Lock4j", "", "void: 10 entered, 9 were counted")),
            Map.of("ShedLock", "does not wait"),
            List.of(new Verdict("Latchkey, × Redisson ≥ 10.0", 20, true)));
    private static final Table GROWING = new Table(
            "waiters",
            "Waiters",
            List.of(
                    new Row("Latchkey", "2 threads", sample(100, 2, 1), 3),
                    new Row("Latchkey", "1000 threads", sample(100, 0.02, 1), 3)),
            Map.of(),
            List.of());

    @Test
    void whenATableIsPrintedShouldShowNumbersReasonsAndTargets() {
        assertThat(TextTable.of(COMPARED)).isEqualTo("""
                        ### One lock <&>

                        |          |  ops/s | × Redisson | commands |  thread shares |
                        |----------|-------:|-----------:|---------:|---------------:|
                        | Latchkey | 50,000 |      20.00 |    0.010 | 0.060 to 0.064 |
                        | Redisson |  2,500 |       1.00 |    4.500 | 0.060 to 0.064 |
                        | Lock4j   |      – |          – |        – |              – |

                        Lock4j: void: 10 entered, 9 were counted

                        Left out: ShedLock (does not wait).

                        met:    Latchkey, × Redisson ≥ 10.0: 20.000

                        """);
    }

    @Test
    void whenWrittenShouldLeaveJsonTablesAndWellFormedCharts(@TempDir Path temporary) throws Exception {
        Report report = new Report(Machine.here("7.0.15", 3, 250), List.of(COMPARED, GROWING));

        Path directory = temporary.resolve("made");
        report.writeTo(directory);

        JsonNode json = new JsonMapper().readTree(Files.readString(directory.resolve("results.json")));
        assertThat(json.at("/tables/0/rows/0/sample/values/RATE").asDouble()).isEqualTo(50_000);
        assertThat(json.at("/tables/0/verdicts/0/met").asBoolean()).isTrue();
        assertThat(json.at("/machine/redis").asString()).isEqualTo("7.0.15");
        assertThat(elements(directory.resolve("compared.svg"), "rect")).isEqualTo(1);
        assertThat(elements(directory.resolve("growth.svg"), "polyline")).isEqualTo(1);
        assertThat(directory.resolve("tables.md")).content().contains("### Waiters");
    }

    private static int elements(Path file, String tag) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName(tag)
                .getLength();
    }

    private static Sample sample(double rate, double commands, double toRedisson) {
        return new Sample(Map.of(
                Metric.RATE, rate,
                Metric.COMMANDS, commands,
                Metric.TO_REDISSON, toRedisson,
                Metric.LEAST_THREAD, 0.06,
                Metric.MOST_THREAD, 0.064));
    }
}
