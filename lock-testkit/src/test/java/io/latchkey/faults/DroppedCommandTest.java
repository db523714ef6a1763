package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Loses every single request of every scenario once: after it ran at the server, and before. Lettuce then connects and
 * sends again, so the scripts run twice, or late.
 */
@Timeout(120)
class DroppedCommandTest {

    @RegisterExtension
    private final Rig rig = new Rig();

    @ParameterizedTest
    @EnumSource
    void whenAnyRequestOrItsReplyIsLostShouldHoldOnceAndReleaseOnce(Scenario scenario) throws Exception {
        LockProcess third = rig.process();
        playUndisturbed(scenario, third);

        List<Callable<Void>> plays = new ArrayList<>();
        for (Loss loss : Loss.values()) {
            for (int nth = 1; nth <= scenario.calls(); nth++) {
                plays.add(disturbed(scenario, loss, nth, third));
            }
        }

        Parallel.run(plays);
    }

    private void playUndisturbed(Scenario scenario, LockProcess third) throws Exception {
        Stage stage = new Stage(rig, scenario + " undisturbed", scenario.leaseTime());
        scenario.play(stage);
        assertThat(stage.calls()).as("script calls").isGreaterThanOrEqualTo(scenario.calls());
        stage.assertAllIsWell(third);
        stage.close();
    }

    private Callable<Void> disturbed(Scenario scenario, Loss loss, int nth, LockProcess third) {
        String play = scenario + " with loss " + loss + " " + nth;
        return () -> {
            Stage stage = new Stage(rig, play, scenario.leaseTime());
            stage.strike((proxy, scriptCall) -> loss.arm(proxy, scriptCall, nth));
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
