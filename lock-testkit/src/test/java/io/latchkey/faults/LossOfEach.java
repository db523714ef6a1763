package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * Plays a scenario undisturbed, and then once for each of its requests with that one lost: after it ran at the server, and
 * before. Lettuce then connects and sends again, so the scripts run twice, or late.
 *
 * @param title names the scenario
 * @param calls how many script calls it takes when nothing goes wrong, at least: a slow machine may add a look or a renewal
 * @param stages a stage for each play, by its name
 */
record LossOfEach<S extends Stage>(String title, int calls, Function<String, S> stages, Play<S> scenario) {

    /** What happens on a stage. */
    interface Play<S extends Stage> {

        void on(S stage) throws Exception;
    }

    void play(LockProcess third) throws Exception {
        playUndisturbed(third);
        List<Callable<Void>> plays = new ArrayList<>();
        for (Loss loss : Loss.values()) {
            for (int nth = 1; nth <= calls; nth++) {
                plays.add(disturbed(loss, nth, third));
            }
        }
        Parallel.run(plays);
    }

    private void playUndisturbed(LockProcess third) throws Exception {
        try (S stage = stages.apply(title + " undisturbed")) {
            scenario.on(stage);
            assertThat(stage.calls()).as("script calls").isGreaterThanOrEqualTo(calls);
            stage.assertAllIsWell(third);
        }
    }

    private Callable<Void> disturbed(Loss loss, int nth, LockProcess third) {
        String play = title + " with loss " + loss + " " + nth;
        return () -> {
            try (S stage = stages.apply(play)) {
                stage.strike(loss, nth);
                scenario.on(stage);
                assertThat(stage.struck()).as("the fault happened").isTrue();
                stage.assertAllIsWell(third);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(play, e);
            }
            return null;
        };
    }
}
