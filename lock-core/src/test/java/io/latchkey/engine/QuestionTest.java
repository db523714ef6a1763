package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.LockException;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import io.latchkey.NamedSemaphore;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.latchkey.spi.LockBackend.Holder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is asked of the backend besides taking and releasing: again after a failure, and never of one that was closed. */
@Timeout(30)
class QuestionTest extends EngineBench {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final BackendFailure readOnly = new BackendFailure(Effect.NONE_FOR_NOW, "READONLY", null);
    private final BackendFailure denied = new BackendFailure(Effect.NONE, "NOPERM", null);

    private final NamedLock lock = locks.reentrant("order:42");
    private final NamedSemaphore semaphore = locks.semaphore("printers", 3);
    private final NamedCountDownLatch latch = locks.countDownLatch("started");

    @Test
    void whenTheAnswerToACountIsLostShouldRepeatItAsTheSame() {
        CompletableFuture<Boolean> counting = asking("count down", () -> {
            latch.countDown();
            return true;
        });

        repeated("count down", reset).is(0);

        assertThat(counting.join()).isTrue();
        assertSameOperation();
    }

    @Test
    void whenTheAnswerToASetCountIsLostShouldRepeatItAsTheSame() {
        CompletableFuture<Boolean> setting = asking("start", () -> latch.trySetCount(2));

        repeated("start", reset).is(true);

        assertThat(setting.join()).isTrue();
        assertSameOperation();
    }

    @Test
    void whenTheBackendRefusesForNowShouldAskAgain() {
        assertThat(answered("count", 2L, latch::getCount)).isEqualTo(2);
        assertThat(answered("look", List.of(), lock::isLocked)).isFalse();
        assertThat(answered("look", List.of(new Holder("p:1:1", LEASE)), lock::remainingLease))
                .isEqualTo(LEASE);
        assertThat(answered("force", true, lock::forceUnlock)).isTrue();
        assertThat(answered("resize", 0, () -> {
                    semaphore.resize(5);
                    return true;
                }))
                .isTrue();
        CompletableFuture<Integer> available = asking("permits", semaphore::availablePermits);
        ScriptedBackend.Request permits = repeated("permits", readOnly);
        int before = backend.verbs().size();
        permits.is(Optional.of(5));
        awaitLast("look", before).is(List.of());
        assertThat(available.join()).isEqualTo(5);
    }

    @Test
    void whenTheBackendRefusesForNowShouldExtendAgain() {
        CompletableFuture<Lease> held = lock.acquireAsync(Duration.ZERO);
        backend.last().held(1000);
        Lease lease = held.join();

        assertThat(answered("renew", bits(0), () -> lease.extend(LEASE.multipliedBy(2))))
                .isTrue();

        assertThat(lease.remaining()).isGreaterThan(LEASE);
    }

    @Test
    void whenTheBackendFailsForAllOfItsTimeShouldTellWhy() {
        CompletableFuture<Long> counting = asking("count", latch::getCount);

        while (!backend.last().answer().isDone()) {
            backend.last().fails(readOnly);
            scheduler.advance(PAUSE);
        }

        assertThat(backend.verbs()).hasSizeGreaterThan(10);
        assertThatThrownBy(counting::join)
                .cause()
                .isInstanceOf(LockBackendException.class)
                .hasMessageContaining("READONLY");
    }

    @Test
    void whenTheBackendRefusesForGoodShouldTellAtOnce() {
        CompletableFuture<Long> counting = asking("count", latch::getCount);

        backend.last().fails(denied);

        assertThatThrownBy(counting::join).cause().isInstanceOf(LockBackendException.class);
        assertThat(backend.verbs()).containsExactly("count");
    }

    @Test
    void whenClosedShouldAskNothing() {
        locks.close();

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                latch::countDown,
                () -> latch.trySetCount(1),
                latch::getCount,
                () -> latch.await(Duration.ZERO),
                latch::await,
                () -> semaphore.resize(2),
                semaphore::availablePermits,
                semaphore::tryAcquire,
                lock::isLocked,
                lock::remainingLease,
                lock::holder,
                lock::forceUnlock,
                () -> locks.holders("order:42"))) {
            assertThatThrownBy(call)
                    .isExactlyInstanceOf(LockException.class)
                    .hasMessageContaining("its Locks has been closed");
        }
        assertThat(backend.verbs()).isEmpty();
    }

    /** The answer to a question that is refused the first time. */
    private <T> T answered(String verb, Object answer, Supplier<T> question) {
        CompletableFuture<T> asked = asking(verb, question);
        repeated(verb, readOnly).is(answer);
        return asked.join();
    }

    private <T> CompletableFuture<T> asking(String verb, Supplier<T> question) {
        int before = backend.verbs().size();
        CompletableFuture<T> asked = CompletableFuture.supplyAsync(question, task -> {
            Thread thread = Executors.defaultThreadFactory().newThread(task);
            thread.setDaemon(true);
            thread.start();
        });
        awaitLast(verb, before);
        return asked;
    }

    private ScriptedBackend.Request repeated(String verb, BackendFailure failure) {
        int before = backend.verbs().size();
        backend.last().fails(failure);
        scheduler.advance(PAUSE);
        return awaitLast(verb, before);
    }

    private ScriptedBackend.Request awaitLast(String verb, int before) {
        await().pollInterval(Duration.ofMillis(1)).until(() -> backend.verbs().size() > before);
        assertThat(backend.last().verb()).isEqualTo(verb);
        return backend.last();
    }

    private void assertSameOperation() {
        assertThat(backend.request(1).owner())
                .isNotNull()
                .isEqualTo(backend.request(0).owner());
    }
}
