package io.latchkey;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.memory.InMemoryLocks;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that ends when its stage does. */
@Timeout(30)
class LockTemplateAsyncTest {

    private static final LockSpec SPEC = LockSpec.of("order:42").waitUpTo(Duration.ofSeconds(20));

    private final InMemoryLocks locks = InMemoryLocks.create();
    private final LockTemplate template = new LockTemplate(locks);
    private final NamedLock lock = locks.reentrant("order:42");

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void whenTheWorkCompletesShouldGiveTheLockBackAndThenComplete() throws Exception {
        CompletableFuture<String> work = new CompletableFuture<>();

        CompletableFuture<String> result = template.executeAsync(SPEC, lease -> work);
        await().until(lock::isLocked);
        assertThat(result).isNotDone();
        work.complete("done");

        assertThat(result.get(20, SECONDS)).isEqualTo("done");
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenTheSpecHasALeaseTimeShouldWorkUnderThat() throws Exception {
        CompletableFuture<Duration> remaining = template.executeAsync(
                SPEC.leaseFor(Duration.ofSeconds(90)), lease -> CompletableFuture.completedFuture(lease.remaining()));

        assertThat(remaining.get(20, SECONDS)).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(90));
    }

    @Test
    void whenTheWorkStartsTheContextShouldKnowItsLease() throws Exception {
        CompletableFuture<Boolean> known = template.executeAsync(SPEC, lease -> {
            LockContext.assertHeld();
            return CompletableFuture.completedFuture(LockContext.currentLease().orElseThrow() == lease);
        });

        assertThat(known.get(20, SECONDS)).isTrue();
    }

    /** More of them than there are threads that bring locks. */
    @Test
    void whenWorkUnderOneLockNeedsAnotherShouldGetItWithoutAThreadThatWaits() throws Exception {
        assertThat(nested(16).get(20, SECONDS)).isEqualTo("done");
    }

    private CompletableFuture<String> nested(int depth) {
        return template.executeAsync(
                LockSpec.of("order:" + depth),
                lease -> depth == 0 ? CompletableFuture.completedFuture("done") : nested(depth - 1));
    }

    @Test
    void whenContinuationsThatWaitHaveThreadsOfTheirOwnShouldGrantTheLocksTheyWaitFor() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            CompletableFuture<?>[] chained = new CompletableFuture<?>[16];
            for (int i = 0; i < chained.length; i++) {
                chained[i] = template.executeAsync(SPEC, lease -> CompletableFuture.completedFuture("done"))
                        .thenApplyAsync(done -> template.execute("other", () -> done), threads);
            }

            CompletableFuture.allOf(chained).get(20, SECONDS);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void whenTheStageFailsShouldGiveTheLockBackAndFailTheSame() {
        IllegalStateException failure = new IllegalStateException("of the work");

        CompletableFuture<Object> result =
                template.executeAsync(SPEC, lease -> CompletableFuture.failedFuture(failure));

        assertThatThrownBy(() -> result.get(20, SECONDS)).cause().isSameAs(failure);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenTheWorkThrowsShouldGiveTheLockBackAndFailTheSame() {
        IllegalStateException failure = new IllegalStateException("of the work");

        CompletableFuture<Object> result = template.executeAsync(SPEC, lease -> {
            throw failure;
        });

        assertThatThrownBy(() -> result.get(20, SECONDS)).cause().isSameAs(failure);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenTheWorkFailsWithAnErrorShouldGiveTheLockBackAndFailTheSame() {
        AssertionError failure = new AssertionError("of the work");

        CompletableFuture<Object> result = template.executeAsync(SPEC, lease -> {
            throw failure;
        });

        assertThatThrownBy(() -> result.get(20, SECONDS)).cause().isSameAs(failure);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenTheWorkReturnsNoStageShouldGiveTheLockBackAndSaySo() {
        CompletableFuture<Object> result = template.executeAsync(SPEC, lease -> null);

        assertThatThrownBy(() -> result.get(20, SECONDS))
                .cause()
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the work under " + lock + " returned no stage");
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenTheLeaseIsLostUnderTheWorkShouldFailWithThat() {
        CompletableFuture<Object> result = template.executeAsync(SPEC, lease -> {
            lock.forceUnlock();
            return CompletableFuture.completedFuture("done");
        });

        assertThatThrownBy(() -> result.get(20, SECONDS)).cause().isInstanceOf(LeaseLostException.class);
    }

    @Test
    void whenTheWorkFailsAndTheLeaseIsLostTheLossShouldBeSuppressed() {
        IllegalStateException failure = new IllegalStateException("of the work");

        CompletableFuture<Object> result = template.executeAsync(SPEC, lease -> {
            lock.forceUnlock();
            CompletionStage<Object> source = CompletableFuture.failedFuture(failure);
            return source.thenApply(value -> value);
        });

        assertThatThrownBy(() -> result.get(20, SECONDS))
                .cause()
                .isSameAs(failure)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(LeaseLostException.class));
    }

    @Test
    void whenBusyForTheWholeWaitShouldFailAndNotStartTheWork() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);

        CompletableFuture<Object> result = template.executeAsync(SPEC.waitUpTo(Duration.ofMillis(50)), lease -> {
            throw new AssertionError("the work ran without the lock");
        });

        assertThatThrownBy(() -> result.get(20, SECONDS)).cause().isInstanceOf(LockTimeoutException.class);
        held.release();
    }

    @Test
    void whenCancelledWhileWaitingShouldNotStartTheWorkNorKeepOthersWaiting() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);
        CompletableFuture<Object> result = template.executeAsync(SPEC, lease -> {
            throw new AssertionError("the work ran after all");
        });
        CompletableFuture<String> next =
                template.executeAsync(SPEC, lease -> CompletableFuture.completedFuture("next"));

        result.cancel(false);
        held.release();

        assertThat(next.get(20, SECONDS)).isEqualTo("next");
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenCancelledAfterTheWorkHasBegunShouldKeepTheLockUntilItIsDone() throws Exception {
        CompletableFuture<String> work = new CompletableFuture<>();
        CompletableFuture<String> result = template.executeAsync(SPEC, lease -> work);
        await().until(lock::isLocked);
        await().until(() -> work.getNumberOfDependents() > 0);

        result.cancel(false);
        assertThat(lock.isLocked()).isTrue();
        work.complete("done");

        await().until(() -> !lock.isLocked());
    }

    @Test
    void whenGrantedAtTheMomentItIsCancelledShouldGiveTheLockBack() throws Exception {
        Lease granted = lock.acquire(Duration.ZERO);
        CompletableFuture<Lease> acquisition = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                complete(granted);
                return super.cancel(mayInterruptIfRunning);
            }
        };
        LockTemplate racing = new LockTemplate(locksThatAcquire(acquisition));

        CompletableFuture<Object> result = racing.executeAsync(SPEC, lease -> {
            throw new AssertionError("the work ran after all");
        });
        result.cancel(false);

        assertThat(result).isCancelled();
        await().until(() -> !lock.isLocked());
    }

    /** Locks whose asynchronous acquisition is the given future; whatever else they are asked is an error. */
    private static Locks locksThatAcquire(CompletableFuture<Lease> acquisition) {
        NamedLock lock = proxy(NamedLock.class, acquisition);
        return proxy(Locks.class, lock);
    }

    private static <T> T proxy(Class<T> type, Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> method.getReturnType()
                        .cast(answer)));
    }
}
