package io.latchkey.faults;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loses every single request of every scenario once, or its reply. */
@Timeout(120)
@Tag("faults")
class DroppedCommandTest {

    @RegisterExtension
    private final Rig rig = new Rig();

    @ParameterizedTest
    @EnumSource
    void whenARequestOfAReentrantLockIsLostShouldHoldOnceAndReleaseOnce(Scenario scenario) throws Exception {
        loseEach(scenario, ExclusiveKind.REENTRANT);
    }

    @ParameterizedTest
    @EnumSource
    void whenARequestOfAFairLockIsLostShouldHoldOnceAndReleaseOnce(Scenario scenario) throws Exception {
        loseEach(scenario, ExclusiveKind.FAIR);
    }

    @ParameterizedTest
    @EnumSource
    void whenARequestOfAWriteLockIsLostShouldHoldOnceAndReleaseOnce(Scenario scenario) throws Exception {
        loseEach(scenario, ExclusiveKind.WRITE);
    }

    @ParameterizedTest
    @EnumSource
    void whenARequestOfReadersAndWritersIsLostShouldHoldOnceAndReleaseOnce(ReadWriteScenario scenario)
            throws Exception {
        new LossOfEach<>("" + scenario, scenario.calls(), name -> new ReadWriteStage(rig, name), scenario::play)
                .play(rig.process());
    }

    @ParameterizedTest
    @EnumSource
    void whenARequestOfWhatIsCountedIsLostShouldCountOnce(CountedScenario scenario) throws Exception {
        new LossOfEach<>("" + scenario, scenario.calls(), name -> new CountedStage(rig, name), scenario::play)
                .play(rig.process());
    }

    private void loseEach(Scenario scenario, ExclusiveKind kind) throws Exception {
        new LossOfEach<>(
                        kind + " " + scenario,
                        scenario.calls(kind),
                        name -> new LockStage(rig, name, scenario.leaseTime(), kind),
                        scenario::play)
                .play(rig.process());
    }
}
