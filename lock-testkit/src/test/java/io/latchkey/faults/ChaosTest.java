package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.testkit.history.History;
import io.latchkey.testkit.history.HistoryChecker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes under faults at random times, whose histories are checked. Each run takes some seconds, or what
 * {@code -Dlatchkey.chaos=PT5M} says; {@code -Dlatchkey.chaos.seed} repeats the faults of another run.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
@Tag("chaos")
class ChaosTest {

    private static final Duration TIME = Duration.parse(System.getProperty("latchkey.chaos", "PT3S"));
    private static final long SEED = Long.getLong("latchkey.chaos.seed", System.nanoTime());

    /** Longer than a frozen server or process, and a lost connection, hold up who asks for a place. */
    private static final Duration IN_LINE_WITHIN = Duration.ofMillis(1_500);

    /** A violation stays one: run a second time, as tests that failed are on other versions, its test fails again. */
    private static final List<String> FOUND = new ArrayList<>();

    @RegisterExtension
    private final Rig rig = new Rig();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void whenNothingEndsALeaseShouldExcludeStrictly(ChaosLoad load) throws Exception {
        Duration lease = Duration.ofSeconds(20);
        List<ChaosRun.Trouble> troubles = List.of(
                ChaosRun.command("client kill type normal"),
                ChaosRun.freeze(Duration.ofMillis(300)),
                ChaosRun.command("script flush"),
                ChaosRun.command("client kill type pubsub"),
                ChaosRun.freezeServer(Duration.ofMillis(300)));

        History history = play(load, lease, troubles, TIME, 10);

        assertNone(strict(load, history).violations(history));
    }

    @ParameterizedTest
    @EnumSource
    void whenHoldersDieAndSleepShouldExcludeUpToTheirDeadlines(ChaosLoad load) throws Exception {
        Duration lease = Duration.ofSeconds(2);
        List<ChaosRun.Trouble> troubles = List.of(
                ChaosRun.kill(),
                ChaosRun.command("client kill type normal"),
                ChaosRun.freeze(lease.multipliedBy(2)),
                ChaosRun.command("script flush"));

        try (ChaosRun run = new ChaosRun(rig.server(), load, lease, directory, SEED)) {
            run.suffer(troubles, TIME, 4);
            for (int i = 0; i < 5 && !run.hasCutHoldsShort(); i++) {
                run.suffer(troubles, Duration.ZERO, 0);
            }
            boolean landed = run.hasCutHoldsShort();
            History history = checked(run, 4);

            assertThat(landed).as("INVALID: no hold was cut short").isTrue();
            assertNone(HistoryChecker.upToDeadlines(lease.plusSeconds(8))
                    .withPermits(load.permits())
                    .violations(history));
        }
    }

    /** A planted bug: somebody opens locks that are held. */
    @Test
    void whenLocksAreOpenedUnderTheirHoldersShouldBeFound() throws Exception {
        List<ChaosRun.Trouble> troubles =
                List.of(ChaosRun.command("del " + Rig.lockKey("chaos-a") + " " + Rig.lockKey("chaos-b")));

        History history = play(ChaosLoad.REENTRANT, Duration.ofSeconds(20), troubles, Duration.ofSeconds(2), 5);

        assertThat(HistoryChecker.upToDeadlines(Duration.ofSeconds(8)).violations(history))
                .anyMatch(violation -> violation.startsWith("overlap") || violation.startsWith("false loss"));
    }

    /** A planted bug: somebody takes places out of the line. */
    @Test
    void whenPlacesAreTakenOutOfTheLineShouldBeFound() throws Exception {
        List<ChaosRun.Trouble> troubles = List.of(ChaosRun.command(
                "del " + Rig.lockKey("chaos-a") + ":fair:line " + Rig.lockKey("chaos-b") + ":fair:line"));

        History history = play(ChaosLoad.FAIR, Duration.ofSeconds(20), troubles, Duration.ofSeconds(3), 5);

        assertThat(strict(ChaosLoad.FAIR, history).violations(history))
                .anyMatch(violation -> violation.startsWith("overtaken"));
    }

    private static void assertNone(List<String> violations) {
        FOUND.addAll(violations);
        assertThat(FOUND).as("violations with seed " + SEED).isEmpty();
    }

    /** What must be so while no lease ends early; order too, if enough waited long enough for it to show. */
    private static HistoryChecker strict(ChaosLoad load, History history) {
        HistoryChecker checker = HistoryChecker.strict(Duration.ofSeconds(8)).withPermits(load.permits());
        if (load != ChaosLoad.FAIR) {
            return checker;
        }
        assertThat(history.holds())
                .as("INVALID: long waits")
                .filteredOn(hold -> hold.enteredAt() - hold.askedAt() > IN_LINE_WITHIN.toNanos())
                .hasSizeGreaterThan(100);
        return checker.inOrder(IN_LINE_WITHIN);
    }

    private History play(
            ChaosLoad load, Duration lease, List<ChaosRun.Trouble> troubles, Duration time, int leastFaults)
            throws Exception {
        try (ChaosRun run = new ChaosRun(rig.server(), load, lease, directory, SEED)) {
            run.suffer(troubles, time, leastFaults);
            return checked(run, leastFaults);
        }
    }

    /** A run in which too little happened shows nothing, and fails. */
    private static History checked(ChaosRun run, int leastFaults) throws Exception {
        History history = run.stop();
        assertThat(run.faults()).as("INVALID: faults").isGreaterThanOrEqualTo(leastFaults);
        assertThat(history.holds()).as("INVALID: grants").hasSizeGreaterThan(ChaosRun.LEAST_GRANTS);
        return history;
    }
}
