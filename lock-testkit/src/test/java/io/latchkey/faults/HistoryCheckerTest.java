package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.testkit.history.History;
import io.latchkey.testkit.history.HistoryChecker;
import io.latchkey.testkit.history.Hold;
import io.latchkey.testkit.history.Hold.Ending;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The checker has teeth: each planted wrong is found, and what looks like one and is none is not. */
@Timeout(30)
class HistoryCheckerTest {

    private static final long LEASE = 1_000;

    private final HistoryChecker checker = HistoryChecker.upToDeadlines(Duration.ofNanos(500));
    private final HistoryChecker strict = HistoryChecker.strict(Duration.ofNanos(500));

    @Test
    void whenHoldsFollowEachOtherShouldFindNothing() {
        List<Hold> holds = List.of(hold(1, 0, 100), hold(2, 100, 200), hold(3, 250, 300));

        assertThat(checker.violations(new History(holds))).isEmpty();
        assertThat(strict.violations(new History(holds))).isEmpty();
    }

    @Test
    void whenTwoAreInsideShouldFindTheOverlap() {
        History history = new History(List.of(hold(1, 0, 100), hold(2, 99, 200)));

        assertThat(checker.violations(history)).anyMatch(violation -> violation.startsWith("overlap: hold-2"));
        assertThat(strict.violations(history)).anyMatch(violation -> violation.startsWith("overlap: hold-2"));
    }

    @Test
    void whenALongHoldSpansSeveralShouldFindEachOverlap() {
        History history = new History(List.of(hold(1, 0, 900), hold(2, 100, 200), hold(3, 300, 400)));

        assertThat(checker.violations(history))
                .filteredOn(violation -> violation.startsWith("overlap"))
                .hasSize(2);
    }

    @Test
    void whenLocksDifferShouldNotMixThemUp() {
        Hold other = new Hold("other", "another lock", 1, 50, 50, 90, LEASE, Ending.RELEASED, 90);

        assertThat(checker.violations(new History(List.of(hold(1, 0, 100), other))))
                .isEmpty();
    }

    @Test
    void whenHolderOverstaysItsLeaseAndKnowsShouldFindNothing() {
        Hold late = new Hold("late", "lock", 1, 0, 0, LEASE + 300, LEASE, Ending.LOST, LEASE + 300);
        History history = new History(List.of(late, hold(2, LEASE + 100, LEASE + 200)));

        assertThat(checker.violations(history)).isEmpty();
        assertThat(strict.violations(history)).anyMatch(violation -> violation.startsWith("overlap"));
    }

    @Test
    void whenHolderOverstaysItsLeaseUnawaresShouldFindIt() {
        Hold late = new Hold("late", "lock", 1, 0, 0, LEASE + 300, LEASE, Ending.RELEASED, LEASE + 300);
        History history = new History(List.of(late, hold(2, LEASE + 100, LEASE + 200)));

        assertThat(checker.violations(history)).singleElement().asString().startsWith("loss not noticed: late");
    }

    @Test
    void whenLossIsReportedDuringTheLeaseShouldFindIt() {
        Hold lost = new Hold("lost", "lock", 1, 0, 0, 100, LEASE, Ending.LOST, 101);

        assertThat(checker.violations(new History(List.of(lost))))
                .singleElement()
                .asString()
                .startsWith("false loss: lost");
    }

    @Test
    void whenHolderDiesShouldProtectItUntilItsLeaseEnds() {
        Hold dead = new Hold("dead", "lock", 1, 0, 0, Hold.NEVER, LEASE, Ending.UNKNOWN, Hold.NEVER);

        assertThat(checker.violations(new History(List.of(dead, hold(2, LEASE - 1, LEASE)))))
                .anyMatch(violation -> violation.startsWith("overlap: hold-2"));
        assertThat(checker.violations(new History(List.of(dead, hold(2, LEASE, LEASE + 1)))))
                .isEmpty();
    }

    @Test
    void whenTokenFallsShouldFindIt() {
        History history = new History(List.of(hold(7, 0, 100), hold(6, 200, 300)));

        assertThat(checker.violations(history)).singleElement().asString().startsWith("token fell: hold-6");
    }

    @Test
    void whenTokenIsGivenTwiceShouldFindIt() {
        History history = new History(List.of(hold(7, 0, 100), hold(7, 200, 300)));

        assertThat(checker.violations(history)).singleElement().asString().startsWith("token given twice");
    }

    @Test
    void whenALateHolderEntersWithItsOldTokenShouldFindNothing() {
        Hold paused = new Hold("paused", "lock", 1, 0, LEASE + 200, LEASE + 210, 0, Ending.LOST, LEASE + 210);
        History history = new History(List.of(hold(2, LEASE, LEASE + 100), paused));

        assertThat(checker.violations(history)).noneMatch(violation -> violation.startsWith("token"));
        assertThat(strict.violations(history)).anyMatch(violation -> violation.startsWith("token fell"));
    }

    @Test
    void whenALateHolderEntersAndReleasesUnawaresShouldFindIt() {
        Hold paused = new Hold("paused", "lock", 1, 0, LEASE + 50, LEASE + 60, 0, Ending.RELEASED, LEASE + 60);
        History history = new History(List.of(hold(2, LEASE, LEASE + 100), paused));

        assertThat(checker.violations(history)).singleElement().asString().startsWith("loss not noticed: paused");
    }

    @Test
    void whenHolderIsFrozenBetweenLeavingAndReleasingShouldFindNothing() {
        Hold frozen = new Hold("frozen", "lock", 1, 0, 0, 100, LEASE, Ending.LOST, LEASE + 500);

        assertThat(checker.violations(new History(List.of(frozen)))).isEmpty();
        assertThat(strict.violations(new History(List.of(frozen)))).isNotEmpty();
    }

    @Test
    void whenAFreeLockIsNotGrantedToWhoWaitsShouldFindIt() {
        Hold waiting = new Hold("waiting", "lock", 2, 50, 700, 800, 700 + LEASE, Ending.RELEASED, 800);

        assertThat(checker.violations(new History(List.of(hold(1, 0, 100), waiting))))
                .singleElement()
                .asString()
                .startsWith("not granted: waiting");
    }

    @Test
    void whenNobodyWantedTheFreeLockShouldFindNothing() {
        assertThat(checker.violations(new History(List.of(hold(1, 0, 100), hold(2, 9_000, 9_100)))))
                .isEmpty();
    }

    @Test
    void whenOneWhoSurelyWasInLineIsOvertakenShouldFindIt() {
        Hold early = new Hold("early", "lock", 3, 0, 300, 400, 300 + LEASE, Ending.RELEASED, 400);
        Hold late = new Hold("late", "lock", 2, 150, 200, 300, 200 + LEASE, Ending.RELEASED, 300);
        History history = new History(List.of(hold(1, 0, 200), late, early));

        assertThat(checker.violations(history)).isEmpty();
        assertThat(checker.inOrder(Duration.ofNanos(149)).violations(history))
                .singleElement()
                .asString()
                .startsWith("overtaken: early");
        assertThat(checker.inOrder(Duration.ofNanos(150)).violations(history)).isEmpty();
    }

    @Test
    void whenMoreAreInsideThanPermitsShouldFindTheOverlap() {
        List<Hold> two = List.of(hold(1, 0, 300), hold(2, 100, 200));

        assertThat(checker.withPermits(2).violations(new History(two))).isEmpty();
        assertThat(strict.withPermits(2).violations(history(two, hold(3, 200, 400))))
                .isEmpty();
        assertThat(strict.withPermits(2).violations(history(two, hold(3, 199, 400))))
                .singleElement()
                .asString()
                .startsWith("overlap: hold-3");
    }

    @Test
    void whenAFreePermitIsNotGrantedToWhoWaitsShouldFindIt() {
        List<Hold> two = List.of(hold(1, 0, 900), hold(2, 0, 100));
        Hold waiting = new Hold("waiting", "lock", 3, 50, 700, 800, 700 + LEASE, Ending.RELEASED, 800);

        assertThat(checker.withPermits(2).violations(history(two, waiting)))
                .singleElement()
                .asString()
                .startsWith("not granted: waiting");
    }

    @Test
    void whenWorkerWasKilledWhileWritingShouldReadWhatIsWhole(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("log");
        Files.writeString(log, """
                asked a lock 1
                entered a 7 2 1002
                left a 3 1003
                ended a RELEASED 4
                asked b lock 4
                entered b 8 5 1005
                asked c lock 6
                left b 17""");

        History history = History.read(List.of(log));

        assertThat(history.holds())
                .containsExactly(
                        new Hold("a", "lock", 7, 1, 2, 3, 1003, Ending.RELEASED, 4),
                        new Hold("b", "lock", 8, 4, 5, Hold.NEVER, 1005, Ending.UNKNOWN, Hold.NEVER));
    }

    private static History history(List<Hold> holds, Hold another) {
        return new History(Stream.concat(holds.stream(), Stream.of(another)).toList());
    }

    private static Hold hold(long token, long enteredAt, long leftAt) {
        return new Hold(
                "hold-" + token,
                "lock",
                token,
                enteredAt,
                enteredAt,
                leftAt,
                enteredAt + LEASE,
                Ending.RELEASED,
                leftAt);
    }
}
