package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.OnBusy.FALLBACK;
import static io.latchkey.spring.annotation.OnBusy.SKIP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.LockBackendException;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.testkit.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

/** Somebody else has the lock. */
@Timeout(60)
class BusyTest {

    private static void whileBusy(BiConsumer<Shop, Locks> test) {
        LockedApp.inMemory(Shop.class).withPropertyValues("shop.wait=20ms").run(context -> {
            Locks locks = context.getBean(Locks.class);
            try (Holder other = Holder.of(locks, "order:42")) {
                test.accept(context.getBean(Shop.class), locks);
            }
        });
    }

    @Test
    void shouldThrow() {
        whileBusy((shop, locks) -> assertThatThrownBy(() -> shop.pay("42"))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("'order:42'")
                .hasMessageContaining("PT0.02S"));
    }

    @Test
    void whenItIsNotWorthWaitingShouldSkip() {
        whileBusy((shop, locks) -> {
            assertThat(shop.receipt("42")).isNull();
            assertThat(shop.boxed("42")).isNull();
            assertThat(shop.optional("42")).isEmpty();
            assertThat(shop.optionalInt("42")).isEmpty();
            shop.nothing("42");
            assertThat(shop.runs()).isEmpty();
        });
    }

    @Test
    void whenTheLockIsFreeShouldNotSkip() {
        whileBusy((shop, locks) -> {
            assertThat(shop.receipt("43")).isEqualTo("receipt 43");
            shop.nothing("43");
            assertThat(shop.runs()).containsExactly("nothing 43");
        });
    }

    @Test
    void whenThereIsAFallbackShouldRunItInstead() {
        whileBusy((shop, locks) -> {
            assertThat(shop.withFallback("42")).isEqualTo("busy 42");
            assertThat(shop.withReason("42")).isEqualTo("order:42 is busy");
            assertThat(shop.withFallback("43")).isEqualTo("paid 43");
        });
    }

    @Test
    void whenTheFallbackFailsShouldThrowWhatItThrew() {
        whileBusy((shop, locks) -> assertThatThrownBy(() -> shop.withFailingFallback("42"))
                .isInstanceOf(IOException.class)
                .hasMessage("no paper"));
    }

    @Test
    void shouldTakeTimesFromTextAndPlaceholders() {
        LockedApp.inMemory(Shop.class)
                .withPropertyValues("shop.wait=PT0.02S", "latchkey.wait-time=30ms")
                .run(context -> {
                    try (Holder other = Holder.of(context.getBean(Locks.class), "order:42")) {
                        Shop shop = context.getBean(Shop.class);
                        assertThatThrownBy(() -> shop.pay("42")).hasMessageContaining("PT0.02S");
                        assertThatThrownBy(() -> shop.waitsAsLongAsAll("42")).hasMessageContaining("PT0.03S");
                        assertThatThrownBy(() -> shop.waitsInSeconds("42")).hasMessageContaining("PT1S");
                    }
                });
    }

    @Test
    void whenInterruptedShouldKeepTheInterrupt() {
        whileBusy((shop, locks) -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> shop.waitsInSeconds("42")).hasMessageContaining("interrupted while waiting");
            assertThat(Thread.interrupted()).isTrue();
        });
    }

    @Test
    void whenTheLockIsHeldByTheSameThreadShouldEnterAgain() {
        LockedApp.inMemory(Shop.class, Outer.class).run(context -> {
            assertThat(context.getBean(Outer.class).payTwice("42")).isEqualTo(List.of("paid 42", "paid 42"));
            assertThat(context.getBean(Locks.class).reentrant("order:42").isLocked())
                    .isFalse();
        });
    }

    @Test
    void whenTheBackendIsDownShouldNotPassForBusy() {
        try (RedisServer server = RedisServer.start()) {
            LockedApp.onRedis(server, Shop.class).run(context -> {
                Shop shop = context.getBean(Shop.class);
                await().ignoreExceptions()
                        .untilAsserted(() -> assertThat(shop.withFallback("42")).isEqualTo("paid 42"));
                server.kill();

                assertThatThrownBy(() -> shop.receipt("42")).isInstanceOf(LockBackendException.class);
                assertThatThrownBy(() -> shop.withFallback("42")).isInstanceOf(LockBackendException.class);
                assertThat(shop.stageSkipped("42"))
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableThat()
                        .withCauseInstanceOf(LockBackendException.class);
                Duration soon = Duration.ofSeconds(20);
                assertThatThrownBy(() -> shop.monoSkipped("42").block(soon)).isInstanceOf(LockBackendException.class);
                assertThatThrownBy(() -> shop.monoWithFallback("42").block(soon))
                        .isInstanceOf(LockBackendException.class);
            });
        }
    }

    public static class Outer {

        private final Shop shop;

        public Outer(Shop shop) {
            this.shop = shop;
        }

        @DistributedLock(name = "order", key = "#orderId")
        public List<String> payTwice(String orderId) {
            return List.of(shop.withFallback(orderId), shop.withFallback(orderId));
        }
    }

    public static class Shop {

        private final List<String> runs = new CopyOnWriteArrayList<>();

        public List<String> runs() {
            return runs;
        }

        @DistributedLock(name = "order", key = "#orderId", waitTimeString = "${shop.wait:10ms}")
        public void pay(String orderId) {}

        @DistributedLock(name = "order", key = "#orderId")
        public void waitsAsLongAsAll(String orderId) {}

        @DistributedLock(name = "order", key = "#orderId", waitTime = 1, timeUnit = TimeUnit.SECONDS)
        public void waitsInSeconds(String orderId) {}

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = SKIP)
        public @Nullable String receipt(String orderId) {
            return "receipt " + orderId;
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = SKIP)
        public @Nullable Integer boxed(String orderId) {
            return 1;
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = SKIP)
        public Optional<String> optional(String orderId) {
            return Optional.of(orderId);
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = SKIP)
        public OptionalInt optionalInt(String orderId) {
            return OptionalInt.of(1);
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = SKIP)
        public void nothing(String orderId) {
            runs.add("nothing " + orderId);
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = SKIP)
        public CompletableFuture<String> stageSkipped(String orderId) {
            return CompletableFuture.completedFuture(orderId);
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = SKIP)
        public Mono<String> monoSkipped(String orderId) {
            return Mono.just(orderId);
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = FALLBACK, fallback = "monoBusy")
        public Mono<String> monoWithFallback(String orderId) {
            return Mono.just("paid " + orderId);
        }

        public Mono<String> monoBusy(String orderId) {
            return Mono.just("busy " + orderId);
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = FALLBACK, fallback = "busy")
        public String withFallback(String orderId) {
            return "paid " + orderId;
        }

        @SuppressWarnings("UnusedMethod")
        private String busy(String orderId) {
            return "busy " + orderId;
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = FALLBACK, fallback = "becauseOf")
        public String withReason(String orderId) {
            return "paid " + orderId;
        }

        protected String becauseOf(String orderId, LockTimeoutException reason) {
            return reason.lockName() + " is busy";
        }

        @DistributedLock(name = "order", key = "#orderId", waitTime = 0, onBusy = FALLBACK, fallback = "fails")
        public String withFailingFallback(String orderId) throws IOException {
            return "paid " + orderId;
        }

        public String fails(String orderId) throws IOException {
            throw new IOException("no paper");
        }
    }
}
