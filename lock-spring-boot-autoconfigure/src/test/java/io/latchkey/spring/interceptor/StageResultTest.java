package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.OnBusy.FALLBACK;
import static io.latchkey.spring.annotation.OnBusy.SKIP;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockContext;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.DistributedLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Methods that return a stage hold their lock until it is complete. */
@Timeout(60)
class StageResultTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static void withShop(BiConsumer<Shop, NamedLock> test) {
        LockedApp.inMemory(Shop.class).run(context -> {
            NamedLock lock = context.getBean(Locks.class).reentrant("order");
            test.accept(context.getBean(Shop.class), lock);
            await().atMost(SOON).until(() -> !lock.isLocked());
        });
    }

    @Test
    void shouldHoldTheLockUntilTheStageIsComplete() {
        withShop((shop, lock) -> {
            CompletableFuture<String> work = new CompletableFuture<>();
            CompletableFuture<String> result = shop.pay(work);
            awaitStart(shop);
            assertThat(lock.isLocked()).isTrue();
            assertThat(result).isNotDone();

            work.complete("paid");

            assertThat(result).succeedsWithin(SOON).isEqualTo("paid");
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void whenTheStageFailsShouldReleaseAndFail() {
        withShop((shop, lock) -> {
            CompletableFuture<String> result =
                    shop.pay(CompletableFuture.failedFuture(new IllegalStateException("no money")));

            assertThat(result)
                    .failsWithin(SOON)
                    .withThrowableThat()
                    .withCauseInstanceOf(IllegalStateException.class)
                    .withMessageContaining("no money");
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void whenTheMethodThrowsShouldReleaseAndFail() {
        withShop((shop, lock) -> assertThat(shop.throwing().toCompletableFuture())
                .failsWithin(SOON)
                .withThrowableThat()
                .withCauseInstanceOf(IllegalStateException.class));
    }

    @Test
    void whenTheMethodReturnsNoStageShouldReleaseAndFail() {
        withShop((shop, lock) -> assertThat(shop.returningNull().toCompletableFuture())
                .failsWithin(SOON)
                .withThrowableThat()
                .withMessageContaining("Shop.returningNull() returned no stage"));
    }

    @Test
    void whenCancelledShouldCancelTheWorkAndRelease() {
        withShop((shop, lock) -> {
            CompletableFuture<String> work = new CompletableFuture<>();
            CompletableFuture<String> result = shop.pay(work);
            awaitStart(shop);

            result.cancel(false);

            await().atMost(SOON).untilAsserted(() -> assertThat(work).isCancelled());
            await().atMost(SOON).until(() -> !lock.isLocked());
        });
    }

    @Test
    void whenCancelledWhileWaitingShouldNotRunTheWork() throws Exception {
        withShop((shop, lock) -> {
            CompletableFuture<String> result;
            Lease other = lock.tryAcquire().orElseThrow();
            try (other) {
                result = shop.pay(CompletableFuture.completedFuture("paid"));
                result.cancel(true);
            }
            await().atMost(SOON).until(() -> !lock.isLocked());
            assertThat(shop.started()).isEmpty();
            assertThat(result).isCancelled();
        });
    }

    @Test
    void shouldNotBlockTheCallerWhileTheLockIsBusy() {
        withShop((shop, lock) -> {
            CompletableFuture<String> result;
            Lease other = lock.tryAcquire().orElseThrow();
            try (other) {
                result = shop.pay(CompletableFuture.completedFuture("paid"));
                assertThat(result).isNotDone();
            }
            assertThat(result).succeedsWithin(SOON).isEqualTo("paid");
        });
    }

    @Test
    void whenBusyShouldThrowSkipOrFallBack() {
        withShop((shop, lock) -> {
            Lease other = lock.tryAcquire().orElseThrow();
            try (other) {
                assertThat(shop.impatient().toCompletableFuture())
                        .failsWithin(SOON)
                        .withThrowableThat()
                        .withCauseInstanceOf(LockTimeoutException.class);
                assertThat(shop.skipped().toCompletableFuture())
                        .succeedsWithin(SOON)
                        .isNull();
                assertThat(shop.withFallback()).succeedsWithin(SOON).isEqualTo("order is busy");
            }
        });
    }

    @Test
    void shouldKnowTheLeaseInTheBody() {
        withShop((shop, lock) ->
                assertThat(shop.leases(null)).succeedsWithin(SOON).isEqualTo("order, order"));
    }

    @Test
    void whenConditionIsFalseShouldReturnTheStageItself() {
        withShop((shop, lock) -> {
            CompletableFuture<String> work = new CompletableFuture<>();
            assertThat(shop.unlocked(work)).isSameAs(work);
        });
    }

    @Test
    void whenKeyIsNullShouldThrow() {
        withShop((shop, lock) ->
                assertThatThrownBy(() -> shop.byKey(null)).isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void whenTheExecutorTakesNothingShouldReleaseAndFail() {
        withExecutor(task -> {
                    throw new RejectedExecutionException("shut down");
                })
                .run(context -> {
                    assertThat(context.getBean(Shop.class).thread())
                            .failsWithin(SOON)
                            .withThrowableThat()
                            .withCauseInstanceOf(RejectedExecutionException.class);
                    NamedLock lock = context.getBean(Locks.class).reentrant("order");
                    await().atMost(SOON).until(() -> !lock.isLocked());
                });
    }

    /** As one does that can have no more threads. */
    @Test
    void whenTheExecutorFailsShouldReleaseAndFail() {
        withExecutor(task -> {
                    throw new OutOfMemoryError("unable to create native thread");
                })
                .run(context -> {
                    assertThat(context.getBean(Shop.class).thread())
                            .failsWithin(SOON)
                            .withThrowableThat()
                            .withCauseInstanceOf(OutOfMemoryError.class);
                    NamedLock lock = context.getBean(Locks.class).reentrant("order");
                    await().atMost(SOON).until(() -> !lock.isLocked());
                });
    }

    @Test
    void whenTheExecutorTakesNothingMoreShouldCompleteAllTheSame() {
        AtomicInteger tasks = new AtomicInteger();
        withExecutor(task -> {
                    if (tasks.incrementAndGet() > 1) {
                        throw new RejectedExecutionException("shut down");
                    }
                    task.run();
                })
                .run(context -> assertThat(context.getBean(Shop.class).thread()).succeedsWithin(SOON));
    }

    private static ApplicationContextRunner withExecutor(Executor executor) {
        return LockedApp.inMemory(Shop.class).withInitializer(context -> {
            ConfigurableListableBeanFactory beans = context.getBeanFactory();
            beans.registerSingleton(
                    "advisor",
                    new LockAdvisor(beans, () -> new Locking(beans.getBean(Locks.class), SOON, executor), 0));
        });
    }

    /** More of them than there are threads that bring locks. */
    @Test
    void whenContinuationsWaitForOtherLocksShouldNotKeepThoseFromBeingGranted() {
        withShop((shop, lock) -> {
            CompletableFuture<String> work = new CompletableFuture<>();
            CompletableFuture<?>[] chained = new CompletableFuture<?>[16];
            for (int i = 0; i < chained.length; i++) {
                String key = "next-" + i;
                chained[i] = shop.payByKey("first-" + i, work)
                        .thenApply(paid -> shop.byKey(key).join());
            }
            await().atMost(SOON).until(() -> shop.started().size() == chained.length);

            work.complete("paid");

            assertThat(CompletableFuture.allOf(chained)).succeedsWithin(SOON);
        });
    }

    private static void awaitStart(Shop shop) {
        await().atMost(SOON).until(() -> !shop.started().isEmpty());
    }

    public static class Shop {

        private final CopyOnWriteArrayList<String> started = new CopyOnWriteArrayList<>();

        public CopyOnWriteArrayList<String> started() {
            return started;
        }

        @DistributedLock(name = "order")
        public CompletableFuture<String> pay(CompletableFuture<String> work) {
            started.add("pay");
            return work;
        }

        @DistributedLock(name = "order", key = "#key")
        public CompletableFuture<String> payByKey(String key, CompletableFuture<String> work) {
            started.add(key);
            return work;
        }

        @DistributedLock(name = "order")
        public CompletionStage<String> throwing() {
            throw new IllegalStateException("no money");
        }

        @DistributedLock(name = "order")
        @SuppressWarnings("NullAway")
        public CompletionStage<String> returningNull() {
            return null;
        }

        @DistributedLock(name = "order", waitTime = 10)
        public CompletionStage<String> impatient() {
            return CompletableFuture.completedStage("paid");
        }

        @DistributedLock(name = "order", waitTime = 0, onBusy = SKIP)
        public CompletionStage<String> skipped() {
            return CompletableFuture.completedStage("paid");
        }

        @DistributedLock(name = "order", waitTime = 0, onBusy = FALLBACK, fallback = "busy")
        public CompletableFuture<String> withFallback() {
            return CompletableFuture.completedFuture("paid");
        }

        @SuppressWarnings("UnusedMethod")
        private CompletableFuture<String> busy(LockTimeoutException reason) {
            return CompletableFuture.completedFuture(reason.lockName() + " is busy");
        }

        @DistributedLock(name = "order")
        public CompletableFuture<String> leases(@Nullable Lease lease) {
            LockContext.assertHeld();
            return CompletableFuture.completedFuture(requireNonNull(lease).name() + ", "
                    + LockContext.currentLease().orElseThrow().name());
        }

        @DistributedLock(name = "order", condition = "false")
        public CompletableFuture<String> unlocked(CompletableFuture<String> work) {
            return work;
        }

        @DistributedLock(name = "order", key = "#key")
        public CompletableFuture<String> byKey(@Nullable String key) {
            return CompletableFuture.completedFuture(key);
        }

        @DistributedLock(name = "order")
        public CompletableFuture<String> thread() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName());
        }
    }
}
