package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Locks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@link DroppedCommandTest} does to locks, done to what is counted: exactly one permit, exactly one count. */
@Timeout(120)
class DroppedCountedCommandTest {

    @RegisterExtension
    private final Rig rig = new Rig();

    @ParameterizedTest
    @EnumSource
    void whenAnyRequestOrItsReplyIsLostShouldCountOnce(CountedScenario scenario) throws Exception {
        Locks third = rig.process().locks();
        playUndisturbed(scenario, third);

        List<Callable<Void>> plays = new ArrayList<>();
        for (Loss loss : Loss.values()) {
            for (int nth = 1; nth <= scenario.calls(); nth++) {
                plays.add(disturbed(scenario, loss, nth, third));
            }
        }

        Parallel.run(plays);
    }

    private void playUndisturbed(CountedScenario scenario, Locks third) throws Exception {
        CountedStage stage = new CountedStage(rig, scenario + " undisturbed");
        scenario.play(stage);
        assertThat(stage.calls()).as("script calls").isEqualTo(scenario.calls());
        stage.assertAllIsWell(third);
        stage.close();
    }

    private Callable<Void> disturbed(CountedScenario scenario, Loss loss, int nth, Locks third) {
        String play = scenario + " with loss " + loss + " " + nth;
        return () -> {
            CountedStage stage = new CountedStage(rig, play);
            stage.strike(loss, nth);
            try {
                scenario.play(stage);
                assertThat(stage.struck()).as("the fault happened").isTrue();
                stage.assertAllIsWell(third);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(play, e);
            } finally {
                stage.close();
            }
            return null;
        };
    }
}
