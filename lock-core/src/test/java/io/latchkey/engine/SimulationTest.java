package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.latchkey.engine.SimulatedRedis.Bug;
import io.latchkey.engine.Simulation.Faults;
import io.latchkey.spi.LockKind;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Thousands of histories of several processes, clients that come, wait, give up and release, and a network that delays,
 * loses and repeats. A failing seed is printed; {@code -Dlatchkey.simulation.seed=N} replays it.
 */
@Timeout(600)
@Tag("simulation")
class SimulationTest {

    private static final int SEEDS = Integer.getInteger("latchkey.simulation.seeds", 400);
    private static final Long ONE_SEED = Long.getLong("latchkey.simulation.seed");

    private final Logger log = (Logger) LoggerFactory.getLogger("io.latchkey.engine");

    /** Here losses and failures are the rule. */
    @BeforeEach
    void silence() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void speak() {
        log.setLevel(null);
    }

    @ParameterizedTest
    @EnumSource(names = {"REENTRANT", "FAIR"})
    void whenNothingFailsShouldExcludeAndNeverWaitInVain(LockKind kind) {
        run(kind, Faults.NONE);
    }

    @ParameterizedTest
    @EnumSource(names = {"REENTRANT", "FAIR"})
    void whenConnectionsBreakShouldExcludeAndReportNoFalseLoss(LockKind kind) {
        run(kind, Faults.CONNECTIONS);
    }

    @ParameterizedTest
    @EnumSource(names = {"REENTRANT", "FAIR"})
    void whenProcessesPauseAndDieShouldExcludeByTheHoldersOwnClock(LockKind kind) {
        run(kind, Faults.PROCESSES);
    }

    @ParameterizedTest
    @EnumSource(names = {"REENTRANT", "FAIR"})
    void whenDataIsLostShouldTellTheHolderAndGrowTokens(LockKind kind) {
        run(kind, Faults.DATA_LOSS);
    }

    /** The checks must have teeth: a server that makes a known mistake is caught. */
    @ParameterizedTest
    @CsvSource({
        "REENTRANT, RELEASE_WITHOUT_OWNER_CHECK, PROCESSES",
        "REENTRANT, RENEWAL_WITHOUT_OWNER_CHECK, DATA_LOSS",
        "REENTRANT, REPEATED_RELEASE_UNKNOWN, CONNECTIONS",
        "REENTRANT, TOKENS_COUNTED_FROM_ONE, DATA_LOSS",
        "REENTRANT, ABANDON_KEEPS_THE_HOLD, CONNECTIONS",
        "FAIR, ABANDON_KEEPS_THE_HOLD, CONNECTIONS",
        "FAIR, DEAD_WAITERS_KEEP_THEIR_PLACE, PROCESSES",
        "FAIR, NEWCOMERS_ARE_LET_IN_FIRST, NONE"
    })
    void whenServerMakesAMistakeShouldNotice(LockKind kind, Bug bug, Faults faults) {
        boolean noticed = LongStream.rangeClosed(1, 400).anyMatch(seed -> {
            Simulation simulation = new Simulation(seed, kind, faults, bug);
            simulation.run();
            return !simulation.violations().isEmpty();
        });

        assertThat(noticed).isTrue();
    }

    private static void run(LockKind kind, Faults faults) {
        long grants = 0;
        long injected = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Simulation simulation = new Simulation(ONE_SEED == null ? seed : ONE_SEED, kind, faults, Bug.NONE);
            simulation.run();
            assertThat(simulation.violations())
                    .as("seed %d of a %s lock with faults %s", ONE_SEED == null ? seed : ONE_SEED, kind, faults)
                    .isEmpty();
            grants += simulation.grants();
            injected += simulation.faultsInjected();
        }
        assertThat(grants).as("too few grants to mean anything").isGreaterThan(SEEDS * 20L);
        if (faults != Faults.NONE) {
            assertThat(injected).as("too few faults to mean anything").isGreaterThan(SEEDS);
        }
    }
}
