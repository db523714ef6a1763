package io.latchkey.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.engine.ScriptedBackend.Request;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Newcomers to a fair lock share a place in line where others are before them anyway. */
@Timeout(30)
class GatheringTest extends EngineBench {

    private static final LockId ID = new LockId(LockKind.FAIR, "order:42");
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final String ELSEWHERE = "other:1:1";

    private final NamedLock lock = locks.fair(ID.name());

    @Override
    Duration gatheringTime() {
        return Duration.ofMillis(5);
    }

    @Test
    void whenNobodyIsInLineShouldAskForAPlaceAtOnce() {
        lock.acquireAsync(WAIT);

        assertThat(backend.verbs()).containsExactly("acquire");
    }

    @Test
    void whenSomeAreInLineNewcomersShouldShareAPlaceAfterAWhile() {
        queued(10);
        lock.acquireAsync(WAIT);
        lock.acquireAsync(WAIT);
        assertThat(backend.verbs()).containsExactly("acquire");

        scheduler.advance(Duration.ofMillis(5));

        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
        assertThat(arrivals(backend.last())).containsExactly(0L);
        backend.last().busy(ELSEWHERE, inLine(20));
        scheduler.advance(Duration.ofMillis(500));
        assertThat(backend.verbs()).hasSize(2);
    }

    @Test
    void whenTheFirstComesUpNewcomersShouldGoOnGathering() {
        CompletableFuture<Lease> first = queued(10);
        lock.acquireAsync(WAIT);

        backend.wakeUps.wake(ID);

        assertThat(arrivals(backend.last())).containsExactly(10L);
        backend.last().held(1000, cameUp(10, 10));
        assertThat(first).isCompleted();
        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
    }

    /** Those who come while the lock is here stand in line together when it goes. */
    @Test
    void whenOthersWereBeforeAndTheLockGoesNewcomersShouldGoInLineWithIt() {
        CompletableFuture<Lease> first = queued(10);
        backend.wakeUps.wake(ID);
        backend.last().held(1000, cameUp(10, 10));
        CompletableFuture<Lease> second = lock.acquireAsync(WAIT);
        CompletableFuture<Lease> third = lock.acquireAsync(WAIT);
        assertThat(backend.verbs()).containsExactly("acquire", "acquire");

        first.join().releaseAsync();

        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "pass");
        assertThat(arrivals(backend.last())).containsExactly(0L);
        backend.last().busy(ELSEWHERE, inLine(20));
        backend.wakeUps.wake(ID);
        backend.last().held(2000, cameUp(20, 20));
        second.join().releaseAsync();
        assertThat(third.join().fencingToken()).isEqualTo(2001);
    }

    @Test
    void whenTheLockStaysHereForLongNewcomersShouldTakeAPlaceMeanwhile() {
        queued(10);
        backend.wakeUps.wake(ID);
        backend.last().held(1000, cameUp(10, 10));
        lock.acquireAsync(WAIT);

        scheduler.advance(Duration.ofMillis(5));

        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "acquire");
        assertThat(arrivals(backend.last())).containsExactly(0L);
    }

    /** Without rivals the place comes up while the holder works, and the lock is handed over in memory. */
    @Test
    void whenNobodyElseWaitsNewcomersShouldAskAtOnceWhileTheLockIsHere() {
        CompletableFuture<Lease> first = lock.acquireAsync(WAIT);
        backend.last().held(1000, cameUp(10, 10));
        CompletableFuture<Lease> second = lock.acquireAsync(WAIT);
        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
        backend.last().busy(ownerOfTheFirst(), cameUp(20, 20));

        first.join().releaseAsync();

        assertThat(second.join().fencingToken()).isEqualTo(1001);
    }

    private String ownerOfTheFirst() {
        return requireNonNull(backend.request(0).owner()).id();
    }

    private CompletableFuture<Lease> queued(long arrival) {
        CompletableFuture<Lease> future = lock.acquireAsync(WAIT);
        backend.last().busy(ELSEWHERE, inLine(arrival));
        return future;
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
}
