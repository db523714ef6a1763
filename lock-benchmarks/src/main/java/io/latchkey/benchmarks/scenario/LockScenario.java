package io.latchkey.benchmarks.scenario;

import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import io.latchkey.benchmarks.report.Row;
import io.latchkey.benchmarks.report.Table;
import io.latchkey.benchmarks.run.Bench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A scenario of locks: every library in every variant, one short round of each after the other.
 *
 * @param basis what ratios are made of
 * @param pace how many rounds of what length
 */
record LockScenario(String id, String title, List<Variant> variants, Metric basis, Pace pace, List<Target> targets)
        implements Scenario {

    @Override
    public int steps(Plan plan) {
        int rows = variants.stream()
                .mapToInt(variant -> chosen(variant, plan).size())
                .sum();
        return rows * (pace.rounds(plan) + pace.warmUps(plan));
    }

    @Override
    public Table run(Bench bench, Plan plan, Progress progress) throws InterruptedException {
        Map<Variant, Map<Implementation, Rounds>> results = new LinkedHashMap<>();
        bench.start(processes(plan));
        for (Variant variant : variants) {
            Map<Implementation, Rounds> rows = new EnumMap<>(Implementation.class);
            chosen(variant, plan).forEach(implementation -> rows.put(implementation, new Rounds()));
            results.put(variant, rows);
        }
        List<Turn> turns = turns(results);
        for (int round = -pace.warmUps(plan); round < pace.rounds(plan); round++) {
            for (Turn turn : turns) {
                progress.step(step(turn.implementation, turn.variant, round));
                turn.rounds.run(bench, turn.variant.trial(turn.implementation), pace.millis(plan, round), round < 0);
            }
            // There and back: what one does to the next, and a machine that gets faster or slower, hits all alike.
            Collections.reverse(turns);
        }
        Table table = new Table(id, title, rows(results), leftOut(plan), List.of());
        return table.with(targets.stream()
                .map(target -> target.judge(table))
                .flatMap(Optional::stream)
                .toList());
    }

    /** Whose turn it is in a round. */
    private record Turn(Variant variant, Implementation implementation, Rounds rounds) {}

    private static List<Turn> turns(Map<Variant, Map<Implementation, Rounds>> results) {
        List<Turn> turns = new ArrayList<>();
        results.forEach((variant, rows) ->
                rows.forEach((implementation, rounds) -> turns.add(new Turn(variant, implementation, rounds))));
        return turns;
    }

    private List<Row> rows(Map<Variant, Map<Implementation, Rounds>> results) {
        List<Row> rows = new ArrayList<>();
        results.forEach((variant, byImplementation) -> {
            Map<Implementation, List<Sample>> samples = new EnumMap<>(Implementation.class);
            byImplementation.forEach((implementation, rounds) ->
                    rounds.samples().ifPresent(valid -> samples.put(implementation, valid)));
            byImplementation.forEach(
                    (implementation, rounds) -> rows.add(rounds.row(implementation, variant, samples, basis)));
        });
        return rows;
    }

    /** How many processes of each library are needed. */
    private Map<Implementation, Integer> processes(Plan plan) {
        Map<Implementation, Integer> processes = new EnumMap<>(Implementation.class);
        for (Variant variant : variants) {
            if (!variant.fresh()) {
                chosen(variant, plan).forEach(each -> processes.merge(each, variant.processes(), Math::max));
            }
        }
        return processes;
    }

    private String step(Implementation implementation, Variant variant, int round) {
        String row =
                variant.label().isEmpty() ? implementation.label() : implementation.label() + ", " + variant.label();
        return id + ": " + row + ", " + (round < 0 ? "warm-up" : "round " + (round + 1));
    }

    private static List<Implementation> chosen(Variant variant, Plan plan) {
        return Arrays.stream(Implementation.values())
                .filter(plan.implementations()::contains)
                .filter(variant::includes)
                .toList();
    }

    private Map<String, String> leftOut(Plan plan) {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (Implementation implementation : Implementation.values()) {
            if (plan.implementations().contains(implementation)
                    && variants.stream().noneMatch(variant -> variant.includes(implementation))) {
                implementation
                        .lacks(variants.get(0).abilities())
                        .ifPresent(reason -> reasons.put(implementation.label(), reason));
            }
        }
        return reasons;
    }
}
