package io.latchkey.benchmarks.scenario;

import io.latchkey.benchmarks.locks.Endpoints;
import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import io.latchkey.benchmarks.report.Row;
import io.latchkey.benchmarks.report.Table;
import io.latchkey.benchmarks.run.Bench;
import io.latchkey.testkit.ChildJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the starter adds to the start of a small application, which has Redis anyway. */
final class StartScenario implements Scenario {

    private static final String WITHOUT = "without Latchkey";
    private static final String CONNECTED = "without Latchkey, connected to Redis";
    private static final String WITH = "with the starter";
    private static final Map<String, List<String>> APPLICATIONS = applications();
    private static final List<Target> TARGETS = List.of(
            Target.atMost(Metric.ADDED, 150).forRow(WITH),
            Target.atMost(Metric.ADDED_THREADS, 3).forRow(WITH));
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Override
    public String id() {
        return "start";
    }

    @Override
    public String title() {
        return "Start of a Spring Boot application (added: to one that is connected to Redis)";
    }

    @Override
    public int steps(Plan plan) {
        return APPLICATIONS.size() * plan.rounds();
    }

    @Override
    public Table run(Bench bench, Plan plan, Progress progress) throws InterruptedException {
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        for (int round = 0; round < plan.rounds(); round++) {
            for (Map.Entry<String, List<String>> application : APPLICATIONS.entrySet()) {
                progress.step("start, " + application.getKey() + ", round " + (round + 1));
                samples.computeIfAbsent(application.getKey(), key -> new ArrayList<>())
                        .add(start(bench.servers().endpoints(), application.getValue()));
            }
        }
        Table table = new Table(id(), title(), rows(samples), Map.of(), List.of());
        return table.with(TARGETS.stream()
                .map(target -> target.judge(table))
                .flatMap(Optional::stream)
                .toList());
    }

    private static List<Row> rows(Map<String, List<Sample>> samples) {
        Sample base = Sample.median(samples.getOrDefault(CONNECTED, List.of()));
        List<Row> rows = new ArrayList<>();
        samples.forEach((label, rounds) -> {
            Sample median = Sample.median(rounds);
            Sample compared = median.with(Metric.ADDED, median.get(Metric.START) - base.get(Metric.START))
                    .with(Metric.ADDED_THREADS, median.get(Metric.THREADS) - base.get(Metric.THREADS));
            rows.add(new Row(label, "", compared, rounds.size()));
        });
        return rows;
    }

    private static Sample start(Endpoints endpoints, List<String> more) throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.main.banner-mode=off",
                "--logging.level.root=error",
                "--spring.autoconfigure.exclude=com.baomidou.lock.spring.boot.autoconfigure.LockAutoConfiguration,"
                        + "com.baomidou.lock.spring.boot.autoconfigure.RedisTemplateLockAutoConfiguration",
                "--spring.data.redis.host=" + endpoints.redisHost(),
                "--spring.data.redis.port=" + endpoints.redisPort()));
        arguments.addAll(more);
        try (ChildJvm jvm =
                ChildJvm.start(List.of("-XX:TieredStopAtLevel=4"), StartMain.class, arguments.toArray(String[]::new))) {
            String[] words = jvm.awaitLine(StartMain.STARTED, LIMIT).split(" ", 3);
            return new Sample(
                    Map.of(Metric.START, Double.parseDouble(words[1]), Metric.THREADS, Double.parseDouble(words[2])));
        }
    }

    private static Map<String, List<String>> applications() {
        Map<String, List<String>> applications = new LinkedHashMap<>();
        applications.put(WITHOUT, List.of("--latchkey.enabled=false"));
        applications.put(CONNECTED, List.of("--latchkey.enabled=false", "ping"));
        applications.put(WITH, List.of("ping"));
        return applications;
    }
}
