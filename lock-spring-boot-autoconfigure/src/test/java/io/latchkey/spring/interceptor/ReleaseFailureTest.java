package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.OnLost.FAIL;
import static io.latchkey.spring.annotation.OnLost.IGNORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.LockBackendException;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.annotation.OnLost;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;

/** The body is done, and Redis is not there to take the lock back. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class ReleaseFailureTest {

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

    @ParameterizedTest
    @EnumSource
    void whenTheBodyThrewShouldThrowThatWithTheReleaseSuppressed(Result result) {
        IllegalStateException failure = new IllegalStateException("no money");
        withShop(shop -> assertThatThrownBy(() -> result.of(shop, FAIL, () -> {
                    server.kill();
                    throw failure;
                }))
                .isSameAs(failure)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).hasAtLeastOneElementOfType(LockBackendException.class)));
    }

    @ParameterizedTest
    @EnumSource
    void whenTheBodyReturnedShouldThrow(Result result) {
        withShop(shop -> assertThatThrownBy(() -> result.of(shop, FAIL, ReleaseFailureTest::paid))
                .isInstanceOf(LockBackendException.class)
                .hasMessageContaining("'order'"));
    }

    @ParameterizedTest
    @EnumSource
    void whenThatIsIgnoredShouldReturnAndLogIt(Result result, CapturedOutput output) {
        withShop(shop -> {
            assertThat(result.of(shop, IGNORE, ReleaseFailureTest::paid)).isEqualTo("paid");
            assertThat(output).contains("ignored, as onLost = IGNORE: lock 'order'");
        });
    }

    private static void withShop(ShopTest test) {
        LockedApp.onRedis(server, Shop.class)
                .withPropertyValues("latchkey.redis.command-timeout=500ms")
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    await().atMost(SOON).ignoreExceptions().untilAsserted(() -> shop.pay(() -> "ready"));
                    try {
                        test.run(shop);
                    } finally {
                        server.restart();
                    }
                });
    }

    private static String paid() {
        server.kill();
        return "paid";
    }

    /** How a method tells that it is done. */
    enum Result {
        VALUE {
            @Override
            @Nullable
            String of(Shop shop, OnLost onLost, Supplier<String> body) {
                return onLost == FAIL ? shop.pay(body) : shop.payAnyway(body);
            }
        },
        STAGE {
            @Override
            @Nullable
            String of(Shop shop, OnLost onLost, Supplier<String> body) throws Throwable {
                try {
                    return (onLost == FAIL ? shop.payLater(body) : shop.payLaterAnyway(body)).join();
                } catch (CompletionException e) {
                    throw e.getCause();
                }
            }
        },
        MONO {
            @Override
            @Nullable
            String of(Shop shop, OnLost onLost, Supplier<String> body) {
                return (onLost == FAIL ? shop.payReactively(body) : shop.payReactivelyAnyway(body)).block(SOON);
            }
        };

        abstract @Nullable String of(Shop shop, OnLost onLost, Supplier<String> body) throws Throwable;
    }

    @FunctionalInterface
    interface ShopTest {

        void run(Shop shop) throws Throwable;
    }

    public static class Shop {

        @DistributedLock(name = "order")
        public String pay(Supplier<String> body) {
            return body.get();
        }

        @DistributedLock(name = "order", onLost = IGNORE)
        public String payAnyway(Supplier<String> body) {
            return body.get();
        }

        @DistributedLock(name = "order")
        public CompletableFuture<String> payLater(Supplier<String> body) {
            return CompletableFuture.completedFuture(body.get());
        }

        @DistributedLock(name = "order", onLost = IGNORE)
        public CompletableFuture<String> payLaterAnyway(Supplier<String> body) {
            return CompletableFuture.completedFuture(body.get());
        }

        @DistributedLock(name = "order")
        public Mono<String> payReactively(Supplier<String> body) {
            return Mono.fromSupplier(body);
        }

        @DistributedLock(name = "order", onLost = IGNORE)
        public Mono<String> payReactivelyAnyway(Supplier<String> body) {
            return Mono.fromSupplier(body);
        }
    }
}
