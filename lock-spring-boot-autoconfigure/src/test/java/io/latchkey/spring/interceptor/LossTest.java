package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.OnLost.IGNORE;
import static io.latchkey.spring.annotation.OnLost.INTERRUPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockContext;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.testkit.ChildJvm;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The lease ends while the body runs, each time for a reason that happens. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class LossTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void withShop(ShopTest test) {
        LockedApp.onRedis(server, Shop.class)
                .withPropertyValues("latchkey.lease-time=1500ms")
                .run(context -> test.run(ready(context)));
    }

    private static Shop ready(AssertableApplicationContext context) {
        Shop shop = context.getBean(Shop.class);
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> shop.pay(() -> {}));
        return shop;
    }

    @Test
    void whenTheKeyIsDeletedShouldFailThoughTheBodyReturned() {
        withShop(shop -> assertThatThrownBy(() -> shop.pay(LossTest::deleteKey))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("'order'")
                .hasMessageContaining("was gone from the backend"));
    }

    @ParameterizedTest
    @EnumSource
    void whenTheLeaseIsLostShouldFailThoughTheBodyReturned(Cause cause) {
        withShop(shop -> assertThatThrownBy(() -> shop.pay(() -> cause.happen(LossTest::awaitLoss)))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("'order'"));
    }

    @Test
    void whenTheBodyOutlivesAFixedLeaseShouldFail() {
        withShop(shop -> assertThatThrownBy(() -> shop.payWithFixedLease(LossTest::awaitLoss))
                .isInstanceOf(LeaseLostException.class));
    }

    @Test
    void whenTheBodyThrewShouldThrowThatWithTheLossSuppressed() {
        IllegalStateException failure = new IllegalStateException("no money");
        withShop(shop -> assertThatThrownBy(() -> shop.pay(() -> {
                    deleteKey();
                    throw failure;
                }))
                .isSameAs(failure)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(LeaseLostException.class)));
    }

    @ParameterizedTest
    @EnumSource
    void whenLossIsIgnoredShouldReturnAndLogIt(Cause cause, CapturedOutput output) {
        withShop(shop -> {
            assertThat(shop.payAnyway(() -> cause.happen(LossTest::awaitLoss))).isEqualTo("paid");
            assertThat(output).contains("ignored, as onLost = IGNORE: lock 'order'");
        });
    }

    @ParameterizedTest
    @EnumSource
    void whenLossInterruptsShouldStopTheBody(Cause cause) {
        CountDownLatch never = new CountDownLatch(1);
        withShop(shop -> {
            assertThatThrownBy(() -> shop.payUnlessLost(() -> cause.happen(never::await)))
                    .isInstanceOf(LeaseLostException.class)
                    .satisfies(thrown -> assertThat(thrown.getSuppressed())
                            .singleElement()
                            .isInstanceOf(InterruptedException.class));
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void whenABodyDoesNotHearTheInterruptShouldFailAndTakeTheInterruptBack() {
        withShop(shop -> {
            assertThatThrownBy(() -> shop.payUnlessLost(() -> {
                        deleteKey();
                        awaitLoss();
                        await().atMost(SOON).pollInSameThread().until(() -> Thread.currentThread()
                                .isInterrupted());
                    }))
                    .isInstanceOf(LeaseLostException.class)
                    .hasNoSuppressedExceptions();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void whenNothingIsLostShouldNotInterrupt() {
        withShop(shop -> {
            assertThat(shop.payUnlessLost(() -> {})).isEqualTo("paid");
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void whenAnInnerCallIgnoresTheLossShouldTellTheOuterOne() {
        withShop(shop -> assertThatThrownBy(() -> shop.pay(() -> shop.payAnyway(LossTest::deleteKey)))
                .isInstanceOf(LeaseLostException.class));
    }

    @Test
    void whenAStageLosesItsLeaseShouldFail() {
        withShop(shop -> {
            assertThat(shop.payLater(stage("paid", LossTest::deleteKey)))
                    .failsWithin(SOON)
                    .withThrowableThat()
                    .withCauseInstanceOf(LeaseLostException.class);
            assertThat(shop.payLaterUnlessLost(never(LossTest::deleteKey)))
                    .failsWithin(SOON)
                    .withThrowableThat()
                    .withCauseInstanceOf(LeaseLostException.class);
            assertThat(shop.payLaterAnyway(stage("paid", LossTest::deleteKey)))
                    .succeedsWithin(SOON)
                    .isEqualTo("paid");
        });
    }

    @Test
    void whenAPublisherLosesItsLeaseShouldFail() {
        withShop(shop -> {
            StepVerifier.create(shop.payReactively(Mono.fromCallable(LossTest::paidAndDeleted)))
                    .expectError(LeaseLostException.class)
                    .verify(SOON);
            StepVerifier.create(shop.payReactivelyUnlessLost(
                            Mono.fromCallable(LossTest::paidAndDeleted).then(Mono.never())))
                    .expectError(LeaseLostException.class)
                    .verify(SOON);
            StepVerifier.create(shop.payReactivelyAnyway(Mono.fromCallable(LossTest::paidAndDeleted)))
                    .expectNext("paid")
                    .expectComplete()
                    .verify(SOON);
        });
    }

    /** The process sleeps past its lease, and somebody else has the lock when it wakes up. */
    @Test
    void whenTheProcessIsFrozenShouldDoAsIsSaidWhenItWakesUp() throws Exception {
        try (ChildJvm process = ChildJvm.start(FrozenShop.class, server.host(), Integer.toString(server.port()))) {
            process.awaitLine("ready", SOON.multipliedBy(2));

            assertThat(afterSleep(process, "pay")).startsWith("LeaseLostException: lock 'order'");
            assertThat(afterSleep(process, "payAnyway")).isEqualTo("paid");
            assertThat(afterSleep(process, "payUnlessLost")).startsWith("LeaseLostException: lock 'order'");
        }
    }

    private static String afterSleep(ChildJvm process, String method) throws InterruptedException {
        process.send(method);
        process.awaitLine("holding", SOON);
        process.pause();
        await().atMost(SOON).until(() -> server.keys("latchkey:{order}").isEmpty());
        process.resume();
        return process.awaitLine("ended ", SOON).substring("ended ".length());
    }

    private static String paidAndDeleted() {
        deleteKey();
        return "paid";
    }

    private static CompletableFuture<String> stage(String value, Runnable before) {
        return CompletableFuture.supplyAsync(() -> {
            await().atMost(SOON).until(() -> !server.keys("latchkey:{order}").isEmpty());
            before.run();
            return value;
        });
    }

    private static CompletableFuture<String> never(Runnable before) {
        return stage("", before).thenCompose(ignored -> new CompletableFuture<>());
    }

    private static void deleteKey() {
        server.command("DEL", "latchkey:{order}");
    }

    private static void awaitLoss() {
        Lease lease = LockContext.currentLease().orElseThrow();
        CountDownLatch lost = new CountDownLatch(1);
        lease.onLost(gone -> lost.countDown());
        boolean interrupted = false;
        long end = System.nanoTime() + SOON.toNanos();
        while (lost.getCount() > 0 && System.nanoTime() < end) {
            try {
                interrupted |= lost.await(100, TimeUnit.MILLISECONDS) && Thread.interrupted();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        assertThat(lost.getCount()).as("loss noticed").isZero();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @FunctionalInterface
    interface ShopTest {

        void run(Shop shop) throws Exception;
    }

    /** What loses a lease. */
    enum Cause {
        KEY_IS_DELETED {
            @Override
            void happen(Body meanwhile) throws InterruptedException {
                deleteKey();
                meanwhile.run();
            }
        },
        REDIS_COMES_BACK_EMPTY {
            @Override
            void happen(Body meanwhile) throws InterruptedException {
                server.restart();
                meanwhile.run();
            }
        },
        REDIS_IS_FROZEN {
            @Override
            void happen(Body meanwhile) throws InterruptedException {
                server.pause();
                try {
                    meanwhile.run();
                } finally {
                    server.resume();
                }
            }
        };

        abstract void happen(Body meanwhile) throws InterruptedException;
    }

    @FunctionalInterface
    interface Body {

        void run() throws InterruptedException;
    }

    public static class Shop {

        @DistributedLock(name = "order")
        public void pay(Body body) throws InterruptedException {
            body.run();
        }

        @DistributedLock(name = "order", leaseTime = 500)
        public void payWithFixedLease(Runnable body) {
            body.run();
        }

        @DistributedLock(name = "order", onLost = IGNORE)
        public @Nullable String payAnyway(Body body) throws InterruptedException {
            body.run();
            return "paid";
        }

        @DistributedLock(name = "order", onLost = INTERRUPT)
        public String payUnlessLost(Body body) throws InterruptedException {
            body.run();
            return "paid";
        }

        @DistributedLock(name = "order")
        public CompletableFuture<String> payLater(CompletableFuture<String> body) {
            return body;
        }

        @DistributedLock(name = "order", onLost = INTERRUPT)
        public CompletableFuture<String> payLaterUnlessLost(CompletableFuture<String> body) {
            return body;
        }

        @DistributedLock(name = "order", onLost = IGNORE)
        public CompletableFuture<String> payLaterAnyway(CompletableFuture<String> body) {
            return body;
        }

        @DistributedLock(name = "order")
        public Mono<String> payReactively(Mono<String> body) {
            return body;
        }

        @DistributedLock(name = "order", onLost = INTERRUPT)
        public Mono<String> payReactivelyUnlessLost(Mono<String> body) {
            return body;
        }

        @DistributedLock(name = "order", onLost = IGNORE)
        public Mono<String> payReactivelyAnyway(Mono<String> body) {
            return body;
        }
    }
}
