package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.OnBusy.FALLBACK;
import static io.latchkey.spring.annotation.OnBusy.SKIP;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockContext;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.reactive.ReactiveLockContext;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Methods that return a publisher take their lock for each subscription, and hold it until that ends. */
@Timeout(60)
class PublisherResultTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static void withShop(BiConsumer<Shop, NamedLock> test) {
        LockedApp.inMemory(Shop.class).run(context -> {
            NamedLock lock = context.getBean(Locks.class).reentrant("order");
            test.accept(context.getBean(Shop.class), lock);
            await().atMost(SOON).until(() -> !lock.isLocked());
        });
    }

    @Test
    void whenNobodySubscribesShouldDoNothing() {
        withShop((shop, lock) -> {
            Mono<String> unused = shop.pay();

            assertThat(shop.runs()).isZero();
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void shouldRunTheBodyUnderTheLockForEachSubscription() {
        withShop((shop, lock) -> {
            Mono<String> pay = shop.pay();

            StepVerifier.create(pay).expectNext("paid true 1").expectComplete().verify(SOON);
            assertThat(lock.isLocked()).isFalse();
            StepVerifier.create(pay).expectNext("paid true 2").expectComplete().verify(SOON);
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void shouldHoldTheLockUntilTheFluxIsComplete() {
        withShop((shop, lock) -> {
            Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();

            StepVerifier.create(shop.many(sink.asFlux()))
                    .then(() -> sink.tryEmitNext("one").orThrow())
                    .expectNext("one")
                    .then(() -> assertThat(lock.isLocked()).isTrue())
                    .then(() -> sink.tryEmitNext("two").orThrow())
                    .expectNext("two")
                    .then(() -> assertThat(lock.isLocked()).isTrue())
                    .then(() -> sink.tryEmitComplete().orThrow())
                    .expectComplete()
                    .verify(SOON);
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void whenThePublisherFailsShouldReleaseAndFail() {
        withShop((shop, lock) -> {
            StepVerifier.create(
                            shop.many(Flux.just("one").concatWith(Mono.error(new IllegalStateException("no money")))))
                    .expectNext("one")
                    .expectErrorMessage("no money")
                    .verify(SOON);
            assertThat(lock.isLocked()).isFalse();
            StepVerifier.create(shop.throwing()).expectErrorMessage("no money").verify(SOON);
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void whenCancelledShouldRelease() {
        withShop((shop, lock) -> {
            StepVerifier.create(shop.many(Flux.just("one").concatWith(Flux.never())))
                    .expectNext("one")
                    .thenCancel()
                    .verify(SOON);
            await().atMost(SOON).until(() -> !lock.isLocked());
        });
    }

    @Test
    void whenCancelledWhileWaitingShouldNotRunTheBody() {
        withShop((shop, lock) -> {
            Lease other = lock.tryAcquire().orElseThrow();
            try (other) {
                Disposable subscription = shop.pay().subscribe();
                subscription.dispose();
            }
            await().atMost(SOON).until(() -> !lock.isLocked());
            assertThat(shop.runs()).isZero();
        });
    }

    @Test
    void whenCancelledAtTheMomentOfTheGrantShouldLeaveNothingBehind() {
        withShop((shop, lock) -> {
            for (int i = 0; i < 300; i++) {
                Disposable subscription = shop.many(Flux.never()).subscribe();
                for (int spin = 0; spin < i % 30; spin++) {
                    Thread.onSpinWait();
                }
                subscription.dispose();
            }
            await().atMost(SOON).until(() -> !lock.isLocked());
        });
    }

    @Test
    void whenBusyShouldThrowSkipOrFallBack() {
        withShop((shop, lock) -> {
            Lease other = lock.tryAcquire().orElseThrow();
            try (other) {
                StepVerifier.create(shop.impatient())
                        .expectError(LockTimeoutException.class)
                        .verify(SOON);
                StepVerifier.create(shop.skipped()).expectComplete().verify(SOON);
                StepVerifier.create(shop.manySkipped()).expectComplete().verify(SOON);
                StepVerifier.create(shop.withFallback())
                        .expectNext("order is busy")
                        .expectComplete()
                        .verify(SOON);
            }
        });
    }

    @Test
    void whenTheBodyTimesOutOnAnotherLockShouldNotPassForBusy() {
        withShop((shop, lock) -> StepVerifier.create(shop.skippedButTimingOut())
                .expectError(LockTimeoutException.class)
                .verify(SOON));
    }

    @Test
    void shouldKnowTheLease() {
        withShop((shop, lock) -> {
            StepVerifier.create(shop.leases(null))
                    .expectNext("order, order, order")
                    .expectComplete()
                    .verify(SOON);
            StepVerifier.create(ReactiveLockContext.currentLease())
                    .expectComplete()
                    .verify(SOON);
            StepVerifier.create(ReactiveLockContext.assertHeld())
                    .expectErrorMessage("the publisher does not run under a lock")
                    .verify(SOON);
        });
    }

    @Test
    void whenConditionIsFalseShouldRunWithoutTheLock() {
        withShop((shop, lock) -> {
            StepVerifier.create(shop.unlocked())
                    .expectNext(false)
                    .expectComplete()
                    .verify(SOON);
            StepVerifier.create(shop.manyUnlocked())
                    .expectNext(false)
                    .expectComplete()
                    .verify(SOON);
        });
    }

    @Test
    void whenKeyIsNullShouldFail() {
        withShop((shop, lock) -> StepVerifier.create(shop.byKey(null))
                .expectError(IllegalArgumentException.class)
                .verify(SOON));
    }

    @Test
    void shouldTakeOtherPublishersToo() {
        withShop((shop, lock) -> {
            StepVerifier.create(shop.publisher())
                    .expectNext(true)
                    .expectComplete()
                    .verify(SOON);
            StepVerifier.create(JdkFlowAdapter.flowPublisherToFlux(shop.flow()))
                    .expectNext(true)
                    .expectComplete()
                    .verify(SOON);
        });
    }

    /** Fifty wait for a busy lock on one thread, which could not do anything else if only one of them blocked it. */
    @Test
    void shouldBlockNoEventLoopThread() {
        withShop((shop, lock) -> {
            Scheduler loop = Schedulers.newParallel("loop", 1);
            AtomicInteger beats = new AtomicInteger();
            AtomicInteger done = new AtomicInteger();
            try {
                Lease other = lock.tryAcquire().orElseThrow();
                for (int i = 0; i < 50; i++) {
                    shop.pay().subscribeOn(loop).subscribe(paid -> done.incrementAndGet());
                }
                loop.schedulePeriodically(beats::incrementAndGet, 0, 5, TimeUnit.MILLISECONDS);

                await().atMost(SOON).until(() -> beats.get() > 50);
                assertThat(done).hasValue(0);
                other.release();
                await().atMost(SOON).until(() -> done.get() == 50);
            } finally {
                loop.dispose();
            }
        });
    }

    @Test
    void shouldContinueOnAThreadOfReactors() {
        withShop((shop, lock) -> StepVerifier.create(shop.nonBlockingThread())
                .expectNext(true)
                .expectComplete()
                .verify(SOON));
    }

    @Test
    void shouldHandItsResultToAThreadOfReactors() {
        withShop((shop, lock) -> {
            StepVerifier.create(shop.pay().map(paid -> Schedulers.isInNonBlockingThread()))
                    .expectNext(true)
                    .expectComplete()
                    .verify(SOON);
            StepVerifier.create(shop.throwing()
                            .onErrorResume(failure -> Mono.just("" + Schedulers.isInNonBlockingThread())))
                    .expectNext("true")
                    .expectComplete()
                    .verify(SOON);
        });
    }

    public static class Shop {

        private final AtomicInteger runs = new AtomicInteger();
        private final Locks locks;

        public Shop(Locks locks) {
            this.locks = locks;
        }

        public int runs() {
            return runs.get();
        }

        private boolean isLocked() {
            return locks.reentrant("order").isLocked();
        }

        @DistributedLock(name = "order")
        public Mono<String> pay() {
            String paid = "paid " + isLocked() + " " + runs.incrementAndGet();
            return Mono.just(paid);
        }

        @DistributedLock(name = "order")
        public Flux<String> many(Flux<String> work) {
            return work;
        }

        @DistributedLock(name = "order")
        public Mono<String> throwing() {
            throw new IllegalStateException("no money");
        }

        @DistributedLock(name = "order", waitTime = 10)
        public Mono<String> impatient() {
            return Mono.just("paid");
        }

        @DistributedLock(name = "order", waitTime = 0, onBusy = SKIP)
        public Mono<String> skipped() {
            return Mono.just("paid");
        }

        @DistributedLock(name = "order", waitTime = 0, onBusy = SKIP)
        public Flux<String> manySkipped() {
            return Flux.just("paid");
        }

        @DistributedLock(name = "order", waitTime = 0, onBusy = SKIP)
        public Mono<String> skippedButTimingOut() {
            throw new LockTimeoutException("other", "busy");
        }

        @DistributedLock(name = "order", waitTime = 0, onBusy = FALLBACK, fallback = "busy")
        public Mono<String> withFallback() {
            return Mono.just("paid");
        }

        @SuppressWarnings("UnusedMethod")
        private Mono<String> busy(LockTimeoutException reason) {
            return Mono.just(reason.lockName() + " is busy");
        }

        @DistributedLock(name = "order")
        public Mono<String> leases(@Nullable Lease lease) {
            String inBody = LockContext.currentLease().orElseThrow().name();
            return Mono.delay(Duration.ofMillis(1))
                    .then(ReactiveLockContext.assertHeld())
                    .then(ReactiveLockContext.currentLease())
                    .map(current -> requireNonNull(lease).name() + ", " + inBody + ", " + current.name());
        }

        @DistributedLock(name = "order", condition = "false")
        public Mono<Boolean> unlocked() {
            return Mono.just(isLocked());
        }

        @DistributedLock(name = "order", condition = "false")
        public Flux<Boolean> manyUnlocked() {
            return Flux.just(isLocked());
        }

        @DistributedLock(name = "order", key = "#key")
        public Mono<String> byKey(@Nullable String key) {
            return Mono.empty();
        }

        @DistributedLock(name = "order")
        public Publisher<Boolean> publisher() {
            return Mono.just(isLocked());
        }

        @DistributedLock(name = "order")
        public Flow.Publisher<Boolean> flow() {
            return JdkFlowAdapter.publisherToFlowPublisher(Mono.just(isLocked()));
        }

        @DistributedLock(name = "order")
        public Mono<Boolean> nonBlockingThread() {
            return Mono.just(Schedulers.isInNonBlockingThread());
        }
    }
}
