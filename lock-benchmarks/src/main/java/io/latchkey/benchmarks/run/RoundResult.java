package io.latchkey.benchmarks.run;

import io.latchkey.benchmarks.load.Activity;
import io.latchkey.benchmarks.load.Order;
import io.latchkey.benchmarks.load.Outcome;
import io.latchkey.benchmarks.measure.Latencies;
import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.LongStream;

/** What came out of one round, and the numbers in it. */
record RoundResult(Order order, List<Outcome> outcomes, ServerUse use, int lost) {

    /** An unguarded counter shows fewer than were inside when two of them were inside at once. */
    void checkExclusion(long counted) {
        long entered = outcomes.stream().mapToLong(Outcome::total).sum();
        long overlaps = outcomes.stream().mapToLong(Outcome::overlaps).sum();
        if (counted != entered || overlaps > 0) {
            throw new RoundFailedException(
                    "void: " + entered + " entered, " + counted + " were counted, " + overlaps + " met somebody");
        }
    }

    Sample sample() {
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        if (order.threads() == 0) {
            leases(values);
        } else {
            acquisitions(values);
        }
        return new Sample(values);
    }

    private void acquisitions(Map<Metric, Double> values) {
        double seconds =
                outcomes.stream().mapToLong(Outcome::elapsedNanos).max().orElseThrow() / 1e9;
        double inTime = threads().sum();
        double all = order.activity() == Activity.REENTER ? inTime : total();
        values.put(Metric.RATE, inTime / seconds);
        values.put(Metric.CLIENT_CPU, cpuNanos() / 1e3 / all);
        values.put(Metric.SERVER_CPU, use.cpuNanos() / 1e3 / all);
        values.put(Metric.LONGEST_WAIT, longestWait() / 1e6);
        if (order.activity() == Activity.ONCE) {
            values.put(Metric.DRAIN, seconds * 1e3);
        }
        if (use.commands() != null) {
            values.put(Metric.COMMANDS, use.commands().wire() / all);
            values.put(Metric.INSIDE, use.commands().inside() / all);
        }
        latencies(values);
        shares(values, threads().summaryStatistics(), Metric.LEAST_THREAD, Metric.MOST_THREAD, Metric.THREAD_BALANCE);
        shares(
                values,
                processes().summaryStatistics(),
                Metric.LEAST_PROCESS,
                Metric.MOST_PROCESS,
                Metric.PROCESS_BALANCE);
    }

    private void latencies(Map<Metric, Double> values) {
        Latencies latencies = new Latencies();
        outcomes.forEach(outcome -> latencies.add(outcome.latencies()));
        values.put(Metric.P50, latencies.percentile(0.5) / 1e3);
        values.put(Metric.P99, latencies.percentile(0.99) / 1e3);
    }

    private static void shares(
            Map<Metric, Double> values, LongSummaryStatistics counts, Metric least, Metric most, Metric balance) {
        if (counts.getCount() > 1 && counts.getSum() > 0) {
            values.put(least, (double) counts.getMin() / counts.getSum());
            values.put(most, (double) counts.getMax() / counts.getSum());
            values.put(balance, (double) counts.getMin() / counts.getMax());
        }
    }

    private void leases(Map<Metric, Double> values) {
        Outcome outcome = outcomes.get(0);
        double seconds = outcome.elapsedNanos() / 1e9;
        if (use.commands() != null) {
            values.put(Metric.LEASE_COMMANDS, use.commands().wire() / seconds / order.held());
        }
        values.put(Metric.CLIENT_LOAD, outcome.cpuNanos() / 1e7 / seconds);
        values.put(Metric.SERVER_LOAD, use.cpuNanos() / 1e7 / seconds);
        values.put(Metric.HEAP, outcome.heapPerHeld());
        values.put(Metric.THREADS, (double) outcome.threads());
        values.put(Metric.LOST, (double) lost);
    }

    private LongStream threads() {
        return outcomes.stream().flatMap(outcome -> outcome.inTime().stream()).mapToLong(Long::longValue);
    }

    private LongStream processes() {
        return outcomes.stream()
                .mapToLong(outcome ->
                        outcome.inTime().stream().mapToLong(Long::longValue).sum());
    }

    private double total() {
        return outcomes.stream().mapToLong(Outcome::total).sum();
    }

    private double cpuNanos() {
        return outcomes.stream().mapToLong(Outcome::cpuNanos).sum();
    }

    private double longestWait() {
        return outcomes.stream().mapToLong(Outcome::longestWaitNanos).max().orElse(0);
    }
}
