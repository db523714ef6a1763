package io.latchkey.benchmarks.scenario;

import io.latchkey.benchmarks.report.Table;
import io.latchkey.benchmarks.run.Bench;

/** Something to measure, which ends in one table. */
public interface Scenario {

    /** As the command line names it. */
    String id();

    String title();

    /** How many times it tells of its progress. */
    int steps(Plan plan);

    Table run(Bench bench, Plan plan, Progress progress) throws InterruptedException;
}
