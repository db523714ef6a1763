package io.latchkey.benchmarks;

import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.report.Machine;
import io.latchkey.benchmarks.report.Report;
import io.latchkey.benchmarks.report.Table;
import io.latchkey.benchmarks.report.TextTable;
import io.latchkey.benchmarks.run.Bench;
import io.latchkey.benchmarks.scenario.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Starts the servers, runs the scenarios, prints a table for each and writes the results. */
public final class Benchmarks {

    private Benchmarks() {}

    public static void main(String[] arguments) throws InterruptedException, IOException {
        try {
            Options options = Options.parse(arguments);
            if (options.list()) {
                list(options);
            } else {
                run(options);
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static void list(Options options) {
        options.scenarios().forEach(scenario -> System.out.printf("%-22s %s%n", scenario.id(), scenario.title()));
        Arrays.stream(Implementation.values())
                .forEach(each -> System.out.printf("%-22s %s%n", each.id(), each.label()));
    }

    private static void run(Options options) throws InterruptedException, IOException {
        int steps = options.scenarios().stream()
                .mapToInt(scenario -> scenario.steps(options.plan()))
                .sum();
        ProgressLine progress = new ProgressLine(System.err, steps);
        List<Table> tables = new ArrayList<>();
        try (Bench bench = Bench.open()) {
            for (Scenario scenario : options.scenarios()) {
                Table table = scenario.run(bench, options.plan(), progress);

                System.out.println(TextTable.of(table));
                tables.add(table);
            }
            Machine machine = Machine.here(
                    bench.servers().redisVersion(),
                    options.plan().rounds(),
                    options.plan().roundMillis());
            new Report(machine, tables).writeTo(options.out());
        }
        System.out.println("Written to " + options.out().toAbsolutePath().normalize());
        if (tables.stream().flatMap(table -> table.rows().stream()).anyMatch(row -> row.failure() != null)) {
            System.err.println("Some rows are void; their tables say why.");
            System.exit(1);
        }
    }
}
