package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.latchkey.engine.SimulatedRedis.Bug;
import io.latchkey.engine.Simulation.Faults;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/**
 * Thousands of histories of several processes, clients that come, wait, give up and release, and a network that delays,
 * loses and repeats. A failing seed is printed; {@code -Dlatchkey.simulation.seed=N} replays it.
 */
@Timeout(600)
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

    @Test
    void whenNothingFailsShouldExcludeAndNeverWaitInVain() {
        run(Faults.NONE);
    }

    @Test
    void whenConnectionsBreakShouldExcludeAndReportNoFalseLoss() {
        run(Faults.CONNECTIONS);
    }

    @Test
    void whenProcessesPauseAndDieShouldExcludeByTheHoldersOwnClock() {
        run(Faults.PROCESSES);
    }

    @Test
    void whenDataIsLostShouldTellTheHolderAndGrowTokens() {
        run(Faults.DATA_LOSS);
    }

    /** The checks must have teeth: a server that makes a known mistake is caught. */
    @ParameterizedTest
    @CsvSource({
        "RELEASE_WITHOUT_OWNER_CHECK, PROCESSES",
        "RENEWAL_WITHOUT_OWNER_CHECK, DATA_LOSS",
        "REPEATED_RELEASE_UNKNOWN, CONNECTIONS",
        "TOKENS_COUNTED_FROM_ONE, DATA_LOSS",
        "ABANDON_KEEPS_THE_HOLD, CONNECTIONS"
    })
    void whenServerMakesAMistakeShouldNotice(Bug bug, Faults faults) {
        boolean noticed = LongStream.rangeClosed(1, 400).anyMatch(seed -> {
            Simulation simulation = new Simulation(seed, faults, bug);
            simulation.run();
            return !simulation.violations().isEmpty();
        });

        assertThat(noticed).isTrue();
    }

    private static void run(Faults faults) {
        long grants = 0;
        long injected = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Simulation simulation = new Simulation(ONE_SEED == null ? seed : ONE_SEED, faults, Bug.NONE);
            simulation.run();
            assertThat(simulation.violations())
                    .as("seed %d with faults %s", ONE_SEED == null ? seed : ONE_SEED, faults)
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
