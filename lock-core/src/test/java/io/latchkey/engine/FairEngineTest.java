package io.latchkey.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import io.latchkey.engine.ScriptedBackend.Request;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine with a lock that has a place in line for each who waits. */
@Timeout(30)
class FairEngineTest extends EngineBench {

    private static final LockId ID = new LockId(LockKind.FAIR, "order:42");
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final String ELSEWHERE = "other:1:1";

    private final NamedLock lock = locks.fair(ID.name());

    /** A lease whose place arrived at 10. */
    private Lease held() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);
        backend.last().held(1000, cameUp(10, 10));
        return future.join();
    }

    /** Somebody who waits in line behind others, with a place that arrived then. */
    private CompletableFuture<Lease> queued(long arrival) {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);
        backend.last().busy(ELSEWHERE, inLine(arrival));
        return future;
    }

    /** Somebody whose place came up at once, as this process holds the lock. */
    private CompletableFuture<Lease> cameUpHere(long arrival) {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);
        backend.last().busy(heldAs(), cameUp(arrival, arrival));
        return future;
    }

    /** As whom this process holds the lock. */
    private String heldAs() {
        return requireNonNull(backend.request(0).owner()).id();
    }

    private static Standing inLine(long arrival) {
        return new Standing(arrival, 0, true);
    }

    private static Standing cameUp(long arrival, long servedUpTo) {
        return new Standing(arrival, servedUpTo, true);
    }

    private static List<Long> arrivals(Request request) {
        return request.tickets().stream().map(Ticket::arrival).toList();
    }

    @Test
    void whenAThreadOfThisProcessIsInsideThoseInLineShouldParkAtOnce() {
        HeldLease inside = (HeldLease) held();

        cameUpHere(11);

        assertThat(inside.slot.waiting()).hasSize(1).noneMatch(Waiter::isNear);
    }

    // ---- taking a place

    @Test
    void whenSomebodyComesWhileTheLockIsHeldHereShouldTakeAPlaceAllTheSame() {
        held();

        CompletableFuture<Lease> next = queued(20);

        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
        assertThat(arrivals(backend.last())).containsExactly(0L);
        assertThat(next).isNotDone();
    }

    @Test
    void whenSeveralComeDuringARequestShouldShareTheNextPlace() {
        CompletableFuture<Lease> first = lock.acquireAsync(WAIT);
        CompletableFuture<Lease> second = lock.acquireAsync(WAIT);
        CompletableFuture<Lease> third = lock.acquireAsync(WAIT);
        assertThat(backend.verbs()).containsExactly("acquire");

        backend.last().busy(ELSEWHERE, inLine(10));
        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
        assertThat(arrivals(backend.last())).containsExactly(0L);
        backend.last().busy(ELSEWHERE, inLine(20));

        assertThat(backend.verbs()).hasSize(2);
        backend.wakeUps.wake(ID);
        backend.last().held(1000, cameUp(10, 20));
        first.join().releaseAsync();
        second.join().releaseAsync();
        assertThat(third.join().fencingToken()).isEqualTo(1002);
    }

    @Test
    void whenNotWaitingShouldTakeNoPlace() {
        CompletableFuture<Lease> hasty = lock.acquireAsync(Duration.ZERO);

        assertThat(backend.last().tickets()).isEmpty();
        backend.last().busy(ELSEWHERE, inLine(0));

        assertThatThrownBy(hasty::join).hasCauseInstanceOf(LockTimeoutException.class);
        assertThat(backend.verbs()).as("nothing to give up").containsExactly("acquire");
    }

    @Test
    void whenARegistrationFailsShouldGiveItUpAndTakeAPlaceOfAnotherName() {
        lock.acquireAsync(WAIT);
        Ticket doubtful = requireNonNull(backend.last().ticket());

        backend.last().fails(reset);
        scheduler.advance(Duration.ofMillis(100));

        assertThat(backend.verbs()).containsExactly("acquire", "abandon", "abandon", "acquire");
        assertThat(backend.request(1).owner()).isEqualTo(backend.request(0).owner());
        assertThat(backend.request(2).tickets()).containsExactly(doubtful);
        assertThat(backend.last().tickets()).hasSize(1).doesNotContain(doubtful);
    }

    /** All that are in line stand there again, where they stood. */
    @Test
    void whenForgottenShouldTakeAllPlacesAgainWithTheirFirstArrivals() {
        queued(10);
        queued(20);
        queued(30);

        backend.wakeUps.wake(ID);
        assertThat(arrivals(backend.last())).as("one shows that all are alive").containsExactly(10L);
        backend.last().busy(ELSEWHERE, new Standing(10, 0, false));

        assertThat(arrivals(backend.last())).containsExactly(10L, 20L, 30L);
    }

    // ---- coming up

    @Test
    void whenAPlaceCameUpShouldHandOverInMemoryInOrder() {
        Lease lease = held();
        CompletableFuture<Lease> second = cameUpHere(20);
        CompletableFuture<Lease> third = cameUpHere(30);

        lease.releaseAsync();
        assertThat(third).isNotDone();
        second.join().releaseAsync();

        assertThat(third.join().fencingToken()).isEqualTo(1002);
        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "acquire");
    }

    @Test
    void whenAnotherProcessIsBeforeShouldPassTheLockOnInsteadOfHandingItOver() {
        Lease lease = held();
        CompletableFuture<Lease> next = queued(20);

        CompletableFuture<Void> released = lease.releaseAsync();

        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "pass");
        assertThat(backend.last().entitled()).isFalse();
        assertThat(arrivals(backend.last())).containsExactly(20L);
        backend.last().busy("", inLine(20));
        assertThat(released).isCompleted();
        assertThat(next).isNotDone();
        backend.wakeUps.wake(ID);
        backend.last().held(3000, cameUp(20, 20));
        assertThat(next.join().fencingToken()).isEqualTo(3000);
    }

    @Test
    void whenTheRunIsOverShouldBeEntitledToPassTheLockOnToWhoCameUp() {
        Lease lease = held();
        CompletableFuture<Lease> next = cameUpHere(20);
        ticker.advance(A_RUN);

        lease.releaseAsync();

        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "pass");
        assertThat(backend.last().entitled()).isTrue();
        backend.last().held(2000, cameUp(0, 20));
        assertThat(next.join().fencingToken()).isEqualTo(2000);
    }

    // ---- a request is under way when the holder releases

    @Test
    void whenReleasedBeforeItIsKnownWhoIsNextShouldRestUntilTheAnswerAndThenHandOver() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        Request registration = backend.last();

        CompletableFuture<Void> released = lease.releaseAsync();
        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
        assertThat(released).isNotDone();
        registration.busy(heldAs(), cameUp(20, 20));

        assertThat(released).isCompleted();
        assertThat(next.join().fencingToken()).isEqualTo(1001);
        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
    }

    @Test
    void whenReleasedBeforeItIsKnownWhoIsNextShouldPassTheLockOnIfAnotherIs() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        CompletableFuture<Void> released = lease.releaseAsync();

        backend.last().busy(heldAs(), inLine(20));

        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "pass");
        assertThat(arrivals(backend.last())).containsExactly(20L);
        backend.last().busy("", inLine(20));
        assertThat(released).isCompleted();
        assertThat(next).isNotDone();
    }

    @Test
    void whenWhoWasNextLeavesWhileTheLockRestsShouldReleaseItAtOnce() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        Request registration = backend.last();
        lease.releaseAsync();

        next.cancel(true);

        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "release");
        registration.busy(heldAs(), inLine(20));
        assertThat(backend.last().verb()).isEqualTo("abandon");
        assertThat(arrivals(backend.last())).containsExactly(20L);
    }

    @Test
    void whenTheRegistrationFailsWhileTheLockRestsShouldStillPassItOn() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        CompletableFuture<Void> released = lease.releaseAsync();

        backend.last().fails(reset);

        Request pass = backend.last();
        assertThat(pass.verb()).isEqualTo("pass");
        assertThat(pass.tickets()).hasSize(1);
        pass.held(2000, cameUp(40, 40));
        assertThat(released).isCompleted();
        assertThat(next.join().fencingToken()).isEqualTo(2000);
    }

    // ---- leaving

    @Test
    void whenAllForWhomTheLockCameHaveLeftShouldGiveItBack() {
        CompletableFuture<Lease> first = queued(10);
        CompletableFuture<Lease> second = queued(20);
        backend.wakeUps.wake(ID);
        Request grant = backend.last();

        first.cancel(true);
        second.cancel(true);
        grant.held(1000, cameUp(10, 20));

        assertThat(backend.verbs()).endsWith("release");
        assertThat(backend.last().owner()).isEqualTo(grant.owner());
    }

    @Test
    void whenTheFirstForWhomTheLockCameHasLeftShouldGiveItToTheNextThatCameUp() {
        CompletableFuture<Lease> first = queued(10);
        CompletableFuture<Lease> second = queued(20);
        backend.wakeUps.wake(ID);
        Request grant = backend.last();

        first.cancel(true);
        grant.held(1000, cameUp(10, 20));

        assertThat(second.join().fencingToken()).isEqualTo(1000);
        assertThat(backend.verbs()).doesNotContain("release");
    }

    @Test
    void whenTheOneForWhomTheLockCameHasLeftShouldNotGiveItToOneBehindOthers() {
        CompletableFuture<Lease> first = queued(10);
        CompletableFuture<Lease> second = queued(30);
        backend.wakeUps.wake(ID);
        Request grant = backend.last();

        first.cancel(true);
        grant.held(1000, cameUp(10, 10));

        assertThat(second).isNotDone();
        assertThat(backend.last().verb()).isEqualTo("pass");
        assertThat(backend.last().entitled()).isFalse();
        assertThat(arrivals(backend.last())).containsExactly(30L);
    }

    /** It may not end what another of the run holds, nor has it a place to give up any more. */
    @Test
    void whenOneOfARunLeavesShouldAskNothingAndHandOverToTheNext() {
        Lease lease = held();
        CompletableFuture<Lease> second = cameUpHere(20);
        CompletableFuture<Lease> third = cameUpHere(30);

        second.cancel(true);

        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "acquire");
        assertThat(lease.isValid()).isTrue();
        lease.releaseAsync();
        assertThat(third.join().fencingToken()).isEqualTo(1001);
    }

    @Test
    void whenOneInLineLeavesShouldGiveUpItsPlaceUnderANameNothingIsHeldBy() {
        Lease lease = held();
        CompletableFuture<Lease> next = queued(20);
        Ticket place = requireNonNull(backend.last().ticket());

        next.cancel(true);

        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "abandon");
        assertThat(backend.last().tickets()).containsExactly(place.arrived(20));
        assertThat(backend.last().owner()).isEqualTo(place.owner()).isNotIn(holders());
        assertThat(lease.isValid()).isTrue();
    }

    private List<Object> holders() {
        List<Object> asked = new ArrayList<>();
        for (int i = 0; i < backend.verbs().size() - 1; i++) {
            asked.add(backend.request(i).owner());
        }
        return asked;
    }

    // ---- a run that ended

    @Test
    void whenTheRunIsLostThoseWhoCameUpShouldStandInLineAgainWhereTheyStood() {
        held();
        cameUpHere(20);
        cameUpHere(30);
        scheduler.advance(Duration.ofSeconds(10));
        assertThat(backend.last().verb()).isEqualTo("renew");

        backend.last().is(bits());

        assertThat(heard).containsExactly("lost");
        assertThat(backend.verbs()).endsWith("renew", "abandon", "acquire");
        assertThat(arrivals(backend.last())).containsExactly(20L, 30L);
    }

    @Test
    void whenTheHoldIsGoneWhilePassingThoseWhoCameUpShouldStandInLineAgain() {
        Lease lease = held();
        CompletableFuture<Lease> next = cameUpHere(20);
        ticker.advance(A_RUN);
        CompletableFuture<Void> released = lease.releaseAsync();

        backend.last().gone();

        assertThatThrownBy(released::join).hasCauseInstanceOf(LeaseLostException.class);
        assertThat(backend.verbs()).endsWith("pass", "acquire");
        assertThat(arrivals(backend.last())).containsExactly(20L);
        backend.last().held(4000, cameUp(20, 20));
        assertThat(next).isCompleted();
    }

    /** What it came up with was lost while the answer was on its way. */
    @Test
    void whenAPlaceCameUpWithAHoldThatIsLostMeanwhileShouldStandInLineAgain() {
        CompletableFuture<Lease> brief = lock.acquireAsync(WAIT, Duration.ofMillis(100));
        backend.last().held(1000, cameUp(10, 10));
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        Request registration = backend.last();

        scheduler.advance(Duration.ofMillis(120));
        assertThat(brief.join().isValid()).isFalse();
        registration.busy(heldAs(), cameUp(20, 20));

        assertThat(backend.last().verb()).isEqualTo("acquire");
        assertThat(arrivals(backend.last())).containsExactly(20L);
        assertThat(next).isNotDone();
    }

    // ---- staying alive

    @Test
    void whenPlacesAreInLineShouldShowThatTheyLiveAlsoWhileTheLockIsHeldHere() {
        Lease lease = held();
        queued(20);

        scheduler.advance(Duration.ofMillis(1200));
        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "acquire");
        assertThat(arrivals(backend.last())).containsExactly(20L);
        backend.last().busy(heldAs(), inLine(20));
        scheduler.advance(Duration.ofMillis(1200));

        assertThat(backend.verbs()).hasSize(4);
        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void whenAllPlacesCameUpShouldNotLookAnyMore() {
        held();
        cameUpHere(20);

        scheduler.advance(Duration.ofSeconds(5));

        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
    }

    @Test
    void whenTheLockComesBackWhileOthersAreInLineShouldGoOnLookingForThem() {
        queued(10);
        queued(30);
        backend.wakeUps.wake(ID);
        backend.last().held(1000, cameUp(10, 10));
        int before = backend.verbs().size();

        scheduler.advance(Duration.ofMillis(1200));

        assertThat(backend.verbs()).hasSize(before + 1);
        assertThat(arrivals(backend.last())).containsExactly(30L);
    }
}
