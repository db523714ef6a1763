package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.LockException;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Standing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of locks that are asked for at once, answer by answer. */
@Timeout(30)
class JointAttemptTest extends EngineBench {

    private static final Duration WAIT = Duration.ofSeconds(60);

    private final NamedLock multi = locks.multi(
            locks.reentrant("a"),
            locks.fair("b"),
            locks.readWrite("c").readLock(),
            locks.readWrite("d").writeLock());

    @Test
    void whenAllAreGrantedShouldHaveThemInTheirOrder() {
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "acquire", "acquire");
        assertThat(backend.request(1).tickets()).as("a place in line").isEmpty();

        for (int i = 3; i >= 0; i--) {
            assertThat(future).isNotDone();
            grant(i);
        }

        assertThat(future.join().parts()).extracting(Lease::name).containsExactly("a", "b", "c", "d");
        assertThat(backend.verbs()).hasSize(4);
    }

    @Test
    void whenReleasedShouldAskForAllReleasesAtOnceTheLastOneFirst() {
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        List.of(0, 1, 2, 3).forEach(this::grant);

        CompletableFuture<Void> released = future.join().releaseAsync();

        assertThat(backend.verbs().subList(4, 8)).containsOnly("release");
        for (int i = 0; i < 4; i++) {
            assertThat(backend.request(4 + i).number())
                    .isEqualTo(backend.request(3 - i).number());
            backend.request(4 + i).is(true);
        }
        assertThat(released).isCompleted();
    }

    @Test
    void whenOneIsBusyShouldGiveBackAllButTheFirstAndWaitInOrder() {
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        grant(0);
        grant(1);
        backend.request(2).busy(LEASE);
        assertThat(backend.verbs()).as("as long as one is not answered").hasSize(4);
        grant(3);

        assertThat(backend.verbs().subList(4, 7)).containsExactly("release", "release", "acquire");
        assertThat(backend.last().tickets())
                .as("a place in line for the second")
                .hasSize(1);
        assertThat(future).isNotDone();
        future.cancel(false);
        assertThat(backend.verbs()).filteredOn("release"::equals).hasSize(3);
    }

    @Test
    void whenTheFirstIsBusyShouldBeServedBeforeThoseWhoCameLater() {
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        CompletableFuture<Lease> later = locks.reentrant("a").acquireAsync(WAIT);
        backend.request(0).busy(LEASE);
        assertThat(backend.verbs()).as("it waits in line").hasSize(4);
        List.of(1, 2, 3).forEach(this::grant);
        assertThat(backend.verbs().subList(4, 7)).containsOnly("release");

        backend.wakeUps.wake(new LockId(LockKind.REENTRANT, "a"));
        backend.last().held(70);

        assertThat(later).isNotDone();
        assertThat(backend.verbs()).as("and goes on with the second").hasSize(9).endsWith("acquire", "acquire");
        future.cancel(false);
        later.cancel(false);
    }

    @Test
    void whenTheFirstIsGrantedBeforeItIsCalledForShouldStillBeItsOwn() {
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        backend.request(0).busy(LEASE);
        List.of(1, 2).forEach(this::grant);
        backend.wakeUps.wake(new LockId(LockKind.REENTRANT, "a"));
        backend.last().held(70);
        CompletableFuture<Lease> later = locks.reentrant("a").acquireAsync(WAIT);

        grant(3);

        assertThat(later).isNotDone();
        assertThat(future).isCompleted();
        assertThat(future.join().parts().get(0).fencingToken()).isEqualTo(70);
        later.cancel(false);
    }

    @Test
    void whenOneIsBusyAndNothingIsWaitedForShouldHoldNothing() {
        CompletableFuture<Lease> future = multi.acquireAsync(Duration.ZERO);
        List.of(0, 1, 3).forEach(this::grant);
        backend.request(2).busy(LEASE);

        // One after the other, as a busy one is asked for again to tell who has it.
        backend.last().busy(LEASE);

        assertThat(future)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockTimeoutException.class);
        assertThat(backend.verbs()).filteredOn("release"::equals).hasSize(3);
    }

    @Test
    void whenOneIsNotAnsweredShouldGiveBackTheOthersAndAbandonIt() {
        CompletableFuture<Lease> future = multi.acquireAsync(Duration.ZERO);
        List.of(0, 1, 3).forEach(this::grant);

        scheduler.advance(COMMAND_TIMEOUT.plusMillis(1));

        assertThat(future)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockBackendException.class)
                .withMessageContaining("lock 'c' could not be asked for");
        assertThat(backend.verbs()).filteredOn("release"::equals).hasSize(3);
        assertThat(backend.verbs()).filteredOn("abandon"::equals).hasSize(1);
        assertThat(backend.verbs()).filteredOn("acquire"::equals).hasSize(4);
    }

    @Test
    void whenOneIsRefusedForNowUntilTimeIsUpShouldTellTheBackendsWords() {
        CompletableFuture<Lease> future = multi.acquireAsync(Duration.ZERO);
        List.of(0, 1, 3).forEach(this::grant);
        backend.request(2).fails(new BackendFailure(Effect.NONE_FOR_NOW, "TRYAGAIN half moved", null));

        scheduler.advance(COMMAND_TIMEOUT.plusMillis(1));

        assertThat(future)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockBackendException.class)
                .withMessageContaining("lock 'c' could not be asked for: TRYAGAIN half moved");
    }

    @Test
    void whenAnAnswerIsLostShouldAskForThatOneAgain() {
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        List.of(0, 1, 3).forEach(this::grant);
        backend.request(2).fails(reset);
        assertThat(backend.last().verb()).isEqualTo("abandon");
        assertThat(backend.last().number()).isEqualTo(backend.request(2).number());

        scheduler.advance(Duration.ofMillis(100));
        assertThat(backend.last().verb()).isEqualTo("acquire");
        backend.last().held(50);

        assertThat(future.join().isValid()).isTrue();
        assertThat(backend.verbs()).doesNotContain("release");
    }

    @Test
    void whenCancelledShouldGiveBackWhatWasGrantedAndWhatIsGrantedLater() {
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        grant(1);

        future.cancel(false);
        assertThat(backend.verbs()).hasSize(5).endsWith("release");
        List.of(0, 2, 3).forEach(this::grant);

        assertThat(backend.verbs()).filteredOn("release"::equals).hasSize(4);
        assertThat(backend.verbs()).filteredOn("acquire"::equals).hasSize(4);
    }

    @Test
    void whenClosedMeanwhileShouldFailAndGiveBackWhatIsGrantedLater() {
        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(locks::close);

        assertThat(future)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withCauseInstanceOf(LockException.class)
                .withMessageContaining("its Locks has been closed");
        List.of(0, 1, 2, 3).forEach(this::grant);

        closing.join();
        assertThat(backend.verbs()).filteredOn("release"::equals).hasSize(4);
    }

    @Test
    void whenOneIsWantedHereShouldAskForNoneOfThemAtOnce() {
        CompletableFuture<Lease> other = locks.readWrite("d").writeLock().acquireAsync(WAIT);

        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);

        assertThat(backend.verbs())
                .as("of the other, and of the first in order")
                .containsExactly("acquire", "acquire");
        other.cancel(false);
        future.cancel(false);
    }

    @Test
    void whenAnotherComesBeforeItCannotBeAskedForShouldServeTheOther() {
        NamedLock fair = locks.fair("b");
        Lease held = held("d");

        CompletableFuture<Lease> future = multi.acquireAsync(WAIT);
        CompletableFuture<Lease> other = fair.acquireAsync(WAIT);

        backend.last().held(9, new Standing(17, 17, true));
        assertThat(other).isCompleted();
        future.cancel(false);
        held.releaseAsync();
    }

    @Test
    void whenALeaseIsMadeLongerWhileAnotherLockIsWaitedForShouldKeepNoThread() {
        NamedLock two = locks.multi(locks.reentrant("a"), locks.reentrant("b"));
        CompletableFuture<Lease> future = two.acquireAsync(WAIT, Duration.ofSeconds(3));
        backend.request(0).held(1);
        backend.request(1).busy(LEASE);
        backend.last().busy(LEASE);

        scheduler.advance(Duration.ofMillis(1_100));
        assertThat(backend.verbs()).as("as long as it is not answered").endsWith("acquire", "renew", "abandon");
        backend.request(3).is(bits(0));
        assertThat(backend.verbs()).endsWith("abandon", "acquire");
        backend.last().held(2);

        assertThat(future).isCompleted();
    }

    @Test
    void whenALeaseCannotBeMadeLongerShouldFailAndGiveItBack() {
        NamedLock two = locks.multi(locks.reentrant("a"), locks.reentrant("b"));
        CompletableFuture<Lease> future = two.acquireAsync(WAIT, Duration.ofSeconds(5));
        backend.request(0).held(1);
        backend.request(1).busy(LEASE);
        backend.last().busy(LEASE);

        scheduler.advance(Duration.ofMillis(1_700));
        assertThat(backend.verbs()).contains("renew").doesNotContain("release");
        scheduler.advance(COMMAND_TIMEOUT.plusMillis(1));
        assertThat(backend.last().verb()).isEqualTo("release");
        backend.last().is(true);

        assertThat(future)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(LockBackendException.class)
                .withMessageContaining("lock 'a'");
    }

    private Lease held(String write) {
        CompletableFuture<Lease> future = locks.readWrite(write).writeLock().acquireAsync(WAIT);
        backend.last().held(1);
        return future.join();
    }

    /** Grants the lock of that place, as its kind is granted. */
    private void grant(int request) {
        if (request == 1) {
            backend.request(request).held(10, new Standing(17, 17, true));
        } else {
            backend.request(request).held(10L * request);
        }
    }
}
