package io.latchkey.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockBackendException;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import io.latchkey.engine.ScriptedBackend.Request;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine against a backend that answers what and when the test says, on a clock that the test moves. */
@Timeout(30)
class EngineTest extends EngineBench {

    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final LockId ID = new LockId(LockKind.REENTRANT, "order:42");

    private final NamedLock lock = locks.reentrant(ID.name());

    private Lease held() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);
        backend.last().held(1000);
        return future.join();
    }

    // ---- waiting

    @Test
    void whenWakeUpOvertakesTheReplyShouldLookAgainAtOnce() {
        lock.acquireAsync(WAIT);

        backend.wakeUps.wake(ID);
        backend.last().busy(LEASE);

        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
    }

    @Test
    void whenWokenShouldAskFromTheCallbackWithTheSamePlaceInLine() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);
        backend.last().busy(LEASE);

        backend.wakeUps.wake(ID);

        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
        assertThat(backend.request(1).ticket())
                .isEqualTo(java.util.Objects.requireNonNull(backend.request(0).ticket())
                        .arrived(17));
        backend.last().held(5);
        assertThat(future.join().fencingToken()).isEqualTo(5);
    }

    @Test
    void whenNobodyWaitsAnyMoreShouldPassTheWakeUpOn() {
        backend.wakeUps.wake(ID);

        assertThat(backend.verbs()).containsExactly("abandon");
        assertThat(backend.last().number()).isZero();
        assertThat(backend.last().ticket()).isNull();
    }

    @Test
    void whenLockIsHeldHereShouldIgnoreWakeUps() {
        held();

        backend.wakeUps.wake(ID);

        assertThat(backend.verbs()).containsExactly("acquire");
    }

    @Test
    void whenWakeUpIsLostShouldLookWhenTheHoldersLeaseEnds() {
        lock.acquireAsync(WAIT);
        backend.last().busy(Duration.ofMillis(200));

        scheduler.advance(Duration.ofMillis(190));
        assertThat(backend.verbs()).containsExactly("acquire");
        scheduler.advance(Duration.ofMillis(60));

        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
    }

    @Test
    void whenWokenInVainOverAndOverShouldStillLookOnItsOwn() {
        lock.acquireAsync(WAIT);
        backend.last().busy(LEASE);

        for (int i = 0; i < 3; i++) {
            backend.wakeUps.wake(ID);
            backend.last().busy(LEASE);
        }
        scheduler.advance(Duration.ofMillis(1200));

        assertThat(backend.verbs()).hasSize(5);
    }

    @Test
    void whenSubscriptionIsRenewedShouldMakeEveryWaiterLook() {
        lock.acquireAsync(WAIT);
        backend.last().busy(LEASE);

        backend.wakeUps.wakeAll();

        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
    }

    @Test
    void whenSeveralWaitInOneProcessOnlyOneShouldAskTheBackend() {
        CompletableFuture<Lease> first = lock.acquireAsync(WAIT);
        CompletableFuture<Lease> second = lock.acquireAsync(WAIT);
        lock.acquireAsync(WAIT);

        backend.last().held(1000);

        assertThat(backend.verbs()).containsExactly("acquire");
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
    }

    @Test
    void whenAThreadOfThisProcessIsInsideTheFirstInLineShouldLookOutForTheirTurns() {
        HeldLease inside = (HeldLease) held();

        for (int i = 0; i < 20; i++) {
            lock.acquireAsync(WAIT);
        }

        List<Waiter> line = inside.slot.waiting();
        assertThat(line.subList(0, 16)).allMatch(Waiter::isNear);
        assertThat(line.subList(16, 20)).noneMatch(Waiter::isNear);
    }

    @Test
    void whenWaitIsOverShouldTimeOutNameTheHolderAndLeaveTheLine() {
        CompletableFuture<Lease> future = lock.acquireAsync(Duration.ofMillis(500));
        backend.last().busy(LEASE);

        scheduler.advance(Duration.ofMillis(600));

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(future::join)
                .withCauseInstanceOf(LockTimeoutException.class)
                .withMessageContaining("lock 'order:42' was busy for the whole wait of 500ms, held by other:1:1");
        assertThat(backend.verbs()).containsExactly("acquire", "abandon");
        assertThat(java.util.Objects.requireNonNull(backend.last().ticket()).owner())
                .isEqualTo(backend.request(0).owner());
    }

    @Test
    void whenNoAnswerComesAtAllShouldBlameTheBackendNotTheLock() {
        CompletableFuture<Lease> future = lock.acquireAsync(Duration.ofSeconds(1));

        scheduler.advance(Duration.ofMillis(1100));

        assertThatThrownBy(future::join)
                .hasCauseInstanceOf(LockBackendException.class)
                .hasMessageContaining("no answer within 1s");
    }

    @Test
    void whenAnAnswerIsUnderWayShouldLetOneWhoDoesNotWaitHearItToo() {
        lock.acquireAsync(WAIT);
        CompletableFuture<Lease> hasty = lock.acquireAsync(Duration.ZERO);
        assertThat(hasty).isNotDone();

        backend.last().busy(LEASE);

        assertThatThrownBy(hasty::join).hasCauseInstanceOf(LockTimeoutException.class);
        assertThat(backend.verbs()).containsExactly("acquire");
    }

    @Test
    void whenTheAnswerIsForAnotherShouldTurnAwayOneWhoDoesNotWait() {
        CompletableFuture<Lease> first = lock.acquireAsync(WAIT);
        CompletableFuture<Lease> hasty = lock.acquireAsync(Duration.ZERO);

        backend.last().held(1000);

        assertThat(first).isCompleted();
        assertThatThrownBy(hasty::join)
                .hasCauseInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("held by " + lock.holder().orElseThrow());
    }

    @Test
    void whenTheBackendIsAwayShouldNotTellOneWhoDoesNotWaitThatTheLockIsBusy() {
        lock.acquireAsync(WAIT);
        backend.last().fails(reset);

        CompletableFuture<Lease> hasty = lock.acquireAsync(Duration.ZERO);

        assertThatThrownBy(hasty::join)
                .hasCauseInstanceOf(LockBackendException.class)
                .hasMessageContaining("connection reset");
    }

    @Test
    void whenWaitIsTinyShouldStillWaitForTheFirstAnswer() {
        CompletableFuture<Lease> future = lock.acquireAsync(Duration.ofMillis(1));

        scheduler.advance(Duration.ofMillis(50));
        backend.last().held(7);

        assertThat(future.join().fencingToken()).isEqualTo(7);
    }

    // ---- leaving

    @Test
    void whenWaiterLeavesBeforeTheAnswerShouldGiveBackWhatItBrings() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);

        future.cancel(true);
        backend.last().held(1000);

        assertThat(backend.verbs()).containsExactly("acquire", "release");
        assertThat(backend.last().owner()).isEqualTo(backend.request(0).owner());
    }

    @Test
    void whenFirstWaiterLeavesBeforeTheAnswerShouldGiveItToTheNext() {
        CompletableFuture<Lease> first = lock.acquireAsync(WAIT);
        CompletableFuture<Lease> second = lock.acquireAsync(WAIT);

        first.cancel(true);
        backend.last().held(1000);

        assertThat(second).isCompleted();
        assertThat(backend.verbs()).containsExactly("acquire");
    }

    @Test
    void whenAWaiterInTheMiddleLeavesShouldGrantTheOthersInOrder() {
        Lease lease = held();
        CompletableFuture<Lease> first = lock.acquireAsync(WAIT);
        CompletableFuture<Lease> middle = lock.acquireAsync(WAIT);
        CompletableFuture<Lease> last = lock.acquireAsync(WAIT);

        middle.cancel(true);
        lease.releaseAsync();
        first.join().releaseAsync();

        assertThat(last).isCompleted();
        assertThat(backend.verbs()).containsExactly("acquire");
    }

    @Test
    void whenAnswerIsOverdueShouldAbandonTheAttemptAndAskAsSomebodyNew() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);

        scheduler.advance(Duration.ofMillis(2100));

        assertThat(backend.verbs()).containsExactly("acquire", "abandon", "acquire");
        assertThat(backend.request(1).owner()).isEqualTo(backend.request(0).owner());
        assertThat(backend.request(2).number()).isGreaterThan(backend.request(0).number());
        backend.request(0).held(1);
        assertThat(future).as("a late answer is no grant").isNotDone();
        backend.request(2).held(2);
        assertThat(future.join().fencingToken()).isEqualTo(2);
    }

    /** It may have gone another way than the abandon, and have come when that was forgotten. */
    @Test
    void whenAnAttemptIsGrantedAfterItWasAbandonedShouldAbandonItAgain() {
        lock.acquireAsync(Duration.ZERO);
        scheduler.advance(Duration.ofSeconds(3));
        assertThat(backend.verbs()).containsExactly("acquire", "abandon");
        backend.last().is(true);
        scheduler.advance(Duration.ofSeconds(20));

        backend.request(0).held(1);

        assertThat(backend.verbs()).containsExactly("acquire", "abandon", "abandon");
        assertThat(backend.last().owner()).isEqualTo(backend.request(0).owner());
    }

    @Test
    void whenItIsUnknownWhatBecameOfAnAbandonedAttemptShouldAbandonItAgain() {
        lock.acquireAsync(Duration.ZERO);
        scheduler.advance(Duration.ofSeconds(3));
        backend.last().is(true);

        backend.request(0).fails(reset);

        assertThat(backend.verbs()).containsExactly("acquire", "abandon", "abandon");
    }

    @Test
    void whenAnAbandonedAttemptWasRefusedShouldLeaveItAtThat() {
        lock.acquireAsync(Duration.ZERO);
        scheduler.advance(Duration.ofSeconds(3));
        backend.last().is(true);

        backend.request(0).busy(LEASE);

        assertThat(backend.verbs()).containsExactly("acquire", "abandon");
    }

    @Test
    void whenConnectionIsLostShouldAbandonAndAskAgain() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);

        backend.last().fails(reset);
        scheduler.advance(Duration.ofMillis(100));

        assertThat(backend.verbs()).containsExactly("acquire", "abandon", "acquire");
        backend.last().held(9);
        assertThat(future).isCompleted();
    }

    @Test
    void whenAbandonFailsShouldRepeatItUntilItIsAnswered() {
        lock.acquireAsync(WAIT).cancel(true);
        backend.last().busy(LEASE);
        assertThat(backend.verbs()).containsExactly("acquire", "abandon");

        backend.last().fails(reset);
        scheduler.advance(Duration.ofMillis(100));
        backend.last().fails(reset);
        scheduler.advance(Duration.ofMillis(100));
        backend.last().is(true);
        scheduler.advance(Duration.ofSeconds(5));

        assertThat(backend.verbs()).containsExactly("acquire", "abandon", "abandon", "abandon");
    }

    @Test
    void whenBackendRefusesForGoodShouldFailAtOnceWithItsWords() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);

        backend.last().fails(new BackendFailure(Effect.NONE, "NOPERM this user has no permissions", null));

        assertThatThrownBy(future::join)
                .hasCauseInstanceOf(LockBackendException.class)
                .hasMessageContaining("lock 'order:42' could not be asked for: NOPERM");
        assertThat(backend.verbs()).containsExactly("acquire", "abandon");
    }

    @Test
    void whenBackendIsAwayForAWholeLeaseShouldEndAnEndlessWait() {
        CompletableFuture<Lease> future = lock.acquireAsync(Duration.ofDays(10_000));

        for (int i = 0; i < 40 && !future.isDone(); i++) {
            scheduler.advance(Duration.ofSeconds(1));
        }

        assertThatThrownBy(future::join).hasCauseInstanceOf(LockBackendException.class);
    }

    @Test
    void whenAnswerTakesLongerThanTheLeaseShouldNotGrantADeadLease() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT, Duration.ofMillis(100));

        ticker.advance(Duration.ofMillis(150));
        backend.last().held(1);

        assertThat(future).isNotDone();
        assertThat(backend.verbs()).containsExactly("acquire", "abandon");
    }

    // ---- handing over

    @Test
    void whenHolderReleasesShouldHandOverInMemoryWithATokenOfItsOwn() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);

        lease.releaseAsync();

        assertThat(backend.verbs()).containsExactly("acquire");
        assertThat(next.join().fencingToken()).isEqualTo(1001);
        assertThat(lease.isValid()).isFalse();
        assertThat(next.join().isValid()).isTrue();
    }

    @Test
    void whenFixedLeasesFollowEachOtherShouldHandOverInMemoryToo() {
        Duration fixed = Duration.ofSeconds(10);
        CompletableFuture<Lease> first = lock.acquireAsync(WAIT, fixed);
        backend.last().held(1);
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT, fixed);
        ticker.advance(Duration.ofMillis(3));

        first.join().releaseAsync();

        assertThat(backend.verbs()).containsExactly("acquire");
        assertThat(next.join().remaining()).isBetween(Duration.ofMillis(9_800), fixed);
    }

    @Test
    void whenNextWantsAnotherLeaseShouldPassWithOneRequest() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT, Duration.ofSeconds(3));

        CompletableFuture<Void> released = lease.releaseAsync();

        assertThat(backend.verbs()).containsExactly("acquire", "pass");
        backend.last().held(2000);
        assertThat(released).isCompleted();
        assertThat(next.join().remaining()).isLessThanOrEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void whenRunIsOverShouldAskTheBackendWhetherOthersWait() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        ticker.advance(A_RUN);

        CompletableFuture<Void> released = lease.releaseAsync();
        backend.last().busy(LEASE);

        assertThat(backend.verbs()).containsExactly("acquire", "pass");
        assertThat(released).isCompleted();
        assertThat(next).isNotDone();
        backend.wakeUps.wake(ID);
        backend.last().held(3000);
        assertThat(next.join().fencingToken()).isEqualTo(3000);
    }

    @Test
    void untilTheRunIsOverShouldHandTheLockOnInMemory() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        ticker.advance(A_RUN.minusNanos(1));

        lease.releaseAsync();

        assertThat(next).isCompleted();
        assertThat(backend.verbs()).containsExactly("acquire");
    }

    @Test
    void whenTokensOfTheRunAreUsedUpShouldPass() {
        Lease lease = held();
        for (int i = 1; i < LockBackend.TOKENS_PER_RUN; i++) {
            CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
            lease.releaseAsync();
            lease = next.join();
            assertThat(lease.fencingToken()).isEqualTo(1000 + i);
        }
        lock.acquireAsync(WAIT);

        lease.releaseAsync();

        assertThat(backend.verbs()).containsExactly("acquire", "pass");
    }

    @Test
    void whenTargetOfAPassLeavesShouldGiveTheLockBack() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        ticker.advance(A_RUN);
        lease.releaseAsync();

        next.cancel(true);
        backend.last().held(2000);

        assertThat(backend.verbs()).containsExactly("acquire", "pass", "release");
        assertThat(backend.last().owner()).isEqualTo(backend.request(1).owner());
    }

    @Test
    void whenHoldIsGoneWhilePassingShouldTellItsHolderAndStartAfresh() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        ticker.advance(A_RUN);

        CompletableFuture<Void> released = lease.releaseAsync();
        backend.last().gone();

        assertThatThrownBy(released::join).hasCauseInstanceOf(LeaseLostException.class);
        assertThat(heard).containsExactly("lost");
        assertThat(backend.verbs()).containsExactly("acquire", "pass", "acquire");
        backend.last().held(4000);
        assertThat(next).isCompleted();
    }

    @Test
    void whenPassFailsShouldReleaseTheOldHoldAbandonTheNewAndAskAgain() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(WAIT);
        ticker.advance(A_RUN);
        CompletableFuture<Void> released = lease.releaseAsync();

        backend.last().fails(reset);

        assertThat(backend.verbs()).containsExactly("acquire", "pass", "release", "abandon");
        assertThat(backend.request(2).owner()).isEqualTo(backend.request(0).owner());
        assertThat(backend.request(3).owner()).isEqualTo(backend.request(1).owner());
        backend.request(2).is(true);
        assertThat(released).isCompleted();
        scheduler.advance(Duration.ofMillis(100));
        backend.last().held(5000);
        assertThat(next.join().fencingToken()).isEqualTo(5000);
    }

    // ---- releasing

    @Test
    void whenReleaseFindsTheHoldGoneShouldTellTheHolder() {
        Lease lease = held();

        CompletableFuture<Void> released = lease.releaseAsync();
        backend.last().is(false);

        assertThatThrownBy(released::join)
                .hasCauseInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock 'order:42' was gone from the backend");
    }

    @Test
    void whenReleaseFailsShouldRepeatItAndThenBeSure() {
        Lease lease = held();

        CompletableFuture<Void> released = lease.releaseAsync();
        backend.last().fails(reset);
        scheduler.advance(Duration.ofMillis(100));
        backend.last().is(true);

        assertThat(released).isCompleted();
        assertThat(backend.verbs()).containsExactly("acquire", "release", "release");
    }

    @Test
    void whenReleaseOfALongLeaseFailsShouldRepeatItUntilTheLeaseWouldHaveEnded() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT, LEASE.multipliedBy(10));
        backend.last().held(1000);
        future.join().releaseAsync();

        for (Duration outage = Duration.ZERO;
                outage.compareTo(LEASE.multipliedBy(9)) < 0;
                outage = outage.plus(LEASE)) {
            backend.last().fails(reset);
            scheduler.advance(LEASE);
        }

        assertThat(backend.last().verb()).isEqualTo("abandon");
        assertThat(backend.last().answer()).isNotDone();
        for (int i = 0; i < 2; i++) {
            backend.last().fails(reset);
            scheduler.advance(LEASE);
        }
        assertThat(backend.last().answer()).isDone();
    }

    @Test
    void whenReleaseIsNotAnsweredShouldSaySoAndAbandonTheHold() {
        Lease lease = held();

        CompletableFuture<Void> released = lease.releaseAsync();
        scheduler.advance(Duration.ofSeconds(3));

        assertThatThrownBy(released::join)
                .hasCauseInstanceOf(LockBackendException.class)
                .hasMessageContaining("no answer within 2s");
        assertThat(backend.verbs()).containsExactly("acquire", "release", "abandon");
    }

    @Test
    void whenReleasedTwiceShouldDoItOnce() {
        Lease lease = held();

        lease.releaseAsync();
        CompletableFuture<Void> again = lease.releaseAsync();

        assertThat(again).isCompleted();
        assertThat(backend.verbs()).containsExactly("acquire", "release");
    }

    // ---- the watchdog

    @Test
    void whenAThirdOfTheLeaseIsOverShouldRenew() {
        Lease lease = held();

        scheduler.advance(Duration.ofSeconds(8));
        assertThat(backend.verbs()).containsExactly("acquire");
        scheduler.advance(Duration.ofSeconds(2));
        assertThat(backend.verbs()).containsExactly("acquire", "renew");
        backend.last().is(bits(1));
        ticker.advance(Duration.ofSeconds(25));

        assertThat(lease.isValid()).isTrue();
    }

    @Test
    void whenRenewalFailsShouldTryAgainUntilTheLeaseEndsAndThenTellOnce() {
        Lease lease = held();
        List<Lease> told = new ArrayList<>();
        lease.onLost(told::add);

        for (int second = 0; second < 40; second++) {
            scheduler.advance(Duration.ofSeconds(1));
            Request last = backend.last();
            if (last.verb().equals("renew")) {
                last.fails(reset);
            }
        }

        assertThat(backend.verbs()).filteredOn("renew"::equals).hasSizeGreaterThan(3);
        assertThat(heard).contains("renewal failed: connection reset").containsOnlyOnce("lost");
        assertThat(told).containsExactly(lease);
        assertThatThrownBy(lease::ensureValid)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock 'order:42' expired while held by");
        assertThat(backend.verbs()).contains("abandon");
    }

    @Test
    void whenOneRenewalFailsAndTheNextSucceedsShouldKeepTheLease() {
        Lease lease = held();
        scheduler.advance(Duration.ofSeconds(10));
        backend.last().fails(reset);

        scheduler.advance(Duration.ofSeconds(4));
        backend.last().is(bits(1));
        ticker.advance(Duration.ofSeconds(20));

        assertThat(lease.isValid()).isTrue();
        assertThat(heard).doesNotContain("lost");
    }

    @Test
    void whenRenewalSaysGoneShouldTellTheHolderAndLetWaitersStartAfresh() {
        Lease lease = held();
        CompletableFuture<Lease> next = lock.acquireAsync(Duration.ofSeconds(60));
        scheduler.advance(Duration.ofSeconds(10));

        backend.last().is(bits());

        assertThat(lease.isValid()).isFalse();
        assertThat(heard).containsExactly("lost");
        assertThat(backend.verbs()).containsExactly("acquire", "renew", "abandon", "acquire");
        backend.last().held(9000);
        assertThat(next.join().fencingToken()).isEqualTo(9000);
    }

    @Test
    void whenRenewalIsAnsweredAfterTheReleaseShouldDropIt() {
        Lease lease = held();
        scheduler.advance(Duration.ofSeconds(10));
        Request renewal = backend.last();
        lease.releaseAsync();

        renewal.is(bits());

        assertThat(heard).isEmpty();
        assertThat(backend.verbs()).containsExactly("acquire", "renew", "release");
    }

    @Test
    void whenLeaseHasATimeOfItsOwnShouldNotRenewIt() {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT, Duration.ofSeconds(5));
        backend.last().held(1);

        scheduler.advance(Duration.ofSeconds(6));

        assertThat(future.join().isValid()).isFalse();
        assertThat(heard).containsExactly("lost");
        assertThat(backend.verbs()).containsExactly("acquire", "abandon");
    }

    @Test
    void whenManyLeasesAreDueShouldRenewThemInFewRequests() {
        for (int i = 0; i < 300; i++) {
            locks.reentrant("lock-" + i).acquireAsync(WAIT);
            backend.last().held(1);
        }

        scheduler.advance(Duration.ofSeconds(10));

        assertThat(backend.verbs()).filteredOn("renew"::equals).hasSize(3);
        assertThat(backend.last().size()).isEqualTo(300 - 2 * 128);
    }

    @Test
    void whenAskingThrowsShouldTellTheCallerAndLeaveNobodyInLine() {
        backend.thrown = new IllegalStateException("stopped");
        CompletableFuture<Lease> future = lock.acquireAsync(Duration.ofMillis(500));
        scheduler.advance(Duration.ofSeconds(3));
        assertThat(future).isCompletedExceptionally();

        backend.thrown = null;
        scheduler.advance(LEASE);

        assertThat(backend.verbs()).doesNotContain("acquire");
        assertThat(locks.waiting()).isEmpty();
    }

    @Test
    void whenEnteredAgainForLongerShouldNotWaitForAnAnswerLongerThanAskedTo() throws Exception {
        CompletableFuture<Boolean> outer = CompletableFuture.supplyAsync(() -> {
            lock.lock(Duration.ofSeconds(5));
            try {
                long before = System.nanoTime();
                assertThatThrownBy(() -> lock.tryLock(Duration.ofMillis(200), Duration.ofMinutes(1)))
                        .isInstanceOf(LockBackendException.class);
                return System.nanoTime() - before < COMMAND_TIMEOUT.toNanos();
            } finally {
                lock.unlock();
            }
        });
        await().until(() -> !backend.verbs().isEmpty());
        backend.last().held(1000);
        await().until(() -> backend.verbs().contains("release"));
        backend.last().is(true);

        assertThat(outer.get(20, SECONDS)).isTrue();
    }

    @Test
    void whenRenewingThrowsShouldGoOnLater() {
        held();
        backend.thrown = new IllegalStateException("broken");
        scheduler.advance(Duration.ofSeconds(10));

        backend.thrown = null;
        scheduler.advance(Duration.ofSeconds(5));

        assertThat(backend.verbs()).contains("renew");
    }

    @Test
    void whenClockStoodStillPastTheLeaseShouldBeInvalidAtOnceWithoutAnyTimer() {
        Lease lease = held();

        ticker.advance(Duration.ofSeconds(31));

        assertThat(lease.isValid()).isFalse();
        assertThat(lease.remaining()).isZero();
        CompletableFuture<Void> released = lease.releaseAsync();
        assertThatThrownBy(released::join).hasCauseInstanceOf(LeaseLostException.class);
        assertThat(backend.verbs()).containsExactly("acquire", "abandon");
    }

    // ---- the end

    @Test
    void whenClosedShouldTurnWaitersAwayAndGiveBackWhatIsHeld() {
        Lease lease = held();
        CompletableFuture<Lease> waiting = lock.acquireAsync(WAIT);
        Thread.currentThread().interrupt();

        locks.close();

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(backend.verbs()).containsExactly("acquire", "release");
        assertThatThrownBy(waiting::join).hasMessageContaining("its Locks has been closed");
        assertThat(lease.isValid()).isFalse();
        assertThatThrownBy(() -> lock.acquireAsync(WAIT).join()).hasMessageContaining("its Locks has been closed");
    }
}
