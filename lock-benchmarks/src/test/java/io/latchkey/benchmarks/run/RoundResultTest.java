package io.latchkey.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.latchkey.benchmarks.load.Order;
import io.latchkey.benchmarks.load.Outcome;
import io.latchkey.benchmarks.locks.Kind;
import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundResultTest {

    private static final long SECOND = 1_000_000_000;

    @Test
    void whenTheCounterShowsLessThanEnteredShouldBeVoid() {
        RoundResult result = result(outcome(0, 60L, 40L));

        assertThatThrownBy(() -> result.checkExclusion(99))
                .isInstanceOf(RoundFailedException.class)
                .hasMessage("void: 100 entered, 99 were counted, 0 met somebody");
        result.checkExclusion(100);
    }

    @Test
    void whenTwoMetInsideShouldBeVoidEvenIfTheCountIsRight() {
        RoundResult result = result(outcome(1, 60L, 40L));

        assertThatThrownBy(() -> result.checkExclusion(100)).isInstanceOf(RoundFailedException.class);
    }

    @Test
    void whenProcessesShareALockShouldDivideByAllAcquisitions() {
        RoundResult result = result(outcome(0, 30L, 30L), outcome(0, 20L, 20L));

        Sample sample = result.sample();

        assertThat(sample.get(Metric.RATE)).isEqualTo(100);
        assertThat(sample.get(Metric.COMMANDS)).isEqualTo(2);
        assertThat(sample.get(Metric.INSIDE)).isEqualTo(5);
        assertThat(sample.get(Metric.SERVER_CPU)).isEqualTo(10, within(1e-9));
        assertThat(sample.get(Metric.CLIENT_CPU)).isEqualTo(20_000, within(1e-9));
        assertThat(sample.get(Metric.LEAST_PROCESS)).isEqualTo(0.4);
        assertThat(sample.get(Metric.MOST_PROCESS)).isEqualTo(0.6);
        assertThat(sample.get(Metric.THREAD_BALANCE)).isEqualTo(2 / 3.0);
    }

    @Test
    void whenLocksAreOnlyHeldShouldTellWhatAHeldOneCosts() {
        Order order = Order.loop(Kind.REENTRANT, 0).holding(100);
        Outcome outcome = new Outcome(List.of(), 0, 2 * SECOND, SECOND / 10, 0, 0, Map.of(), 600, 10);

        Sample sample = new RoundResult(order, List.of(outcome), new ServerUse(new CommandCount(4, 0), 0), 3).sample();

        assertThat(sample.get(Metric.LEASE_COMMANDS)).isEqualTo(0.02);
        assertThat(sample.get(Metric.CLIENT_LOAD)).isEqualTo(5);
        assertThat(sample.get(Metric.LOST)).isEqualTo(3);
        assertThat(sample.get(Metric.HEAP)).isEqualTo(600);
        assertThat(sample.get(Metric.RATE)).isNaN();
    }

    private static RoundResult result(Outcome... outcomes) {
        ServerUse use = new ServerUse(new CommandCount(200, 500), SECOND / 1000);
        return new RoundResult(Order.loop(Kind.REENTRANT, 2), List.of(outcomes), use, 0);
    }

    private static Outcome outcome(long overlaps, Long... perThread) {
        long total = List.of(perThread).stream().mapToLong(Long::longValue).sum();
        return new Outcome(
                List.of(perThread), total, SECOND, SECOND, 1_000, overlaps, Map.of(10, total), Double.NaN, 5);
    }
}
