package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.DistributedLock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.EnableRetry;
import org.springframework.retry.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Mono;

/** The annotation among others. */
@Timeout(60)
class CompanyTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static void run(BiConsumer<Shop, NamedLock> test) {
        LockedApp.inMemory(Shop.class)
                .withUserConfiguration(Company.class)
                .run(context -> test.accept(
                        context.getBean(Shop.class),
                        context.getBean(Locks.class).reentrant("order")));
    }

    @AfterEach
    void nobodyIsLoggedIn() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void whenAsyncShouldLockWhereTheBodyRuns() {
        run((shop, lock) -> {
            CountDownLatch end = new CountDownLatch(1);
            shop.async(end);

            await().atMost(SOON).until(lock::isLocked);
            assertThat(lock.isHeldByCurrentThread()).isFalse();
            end.countDown();
            await().atMost(SOON).until(() -> !lock.isLocked());
        });
    }

    @Test
    void whenAsyncWithAResultShouldLockUntilItIsThere() {
        run((shop, lock) -> {
            CompletableFuture<String> result = shop.asyncWithResult();

            assertThat(result).succeedsWithin(SOON).isEqualTo("locked: true");
            await().atMost(SOON).until(() -> !lock.isLocked());
        });
    }

    @Test
    void whenCachedShouldLockAroundTheCache() {
        run((shop, lock) -> {
            assertThat(shop.cached("42")).isEqualTo("run 1");
            Lease other = lock.tryAcquire().orElseThrow();
            try (other) {
                assertThatThrownBy(() -> shop.cached("42")).hasMessageContaining("busy");
            }
            assertThat(shop.cached("42")).isEqualTo("run 1");
        });
    }

    @Test
    void whenRetriedShouldKeepTheLockBetweenAttempts() {
        run((shop, lock) -> {
            assertThat(shop.retried()).isEqualTo("attempt 3");
            assertThat(shop.acquisitions()).as("tokens seen").isEqualTo(1);
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void whenNotPermittedShouldNotTakeTheLock() {
        run((shop, lock) -> {
            SecurityContextHolder.getContext()
                    .setAuthentication(new TestingAuthenticationToken("eve", "", "ROLE_VISITOR"));
            Lease other = lock.tryAcquire().orElseThrow();
            try (other) {
                // Busy, so it would time out if it were asked for.
                assertThatThrownBy(shop::secured).isInstanceOf(AccessDeniedException.class);
            }
            SecurityContextHolder.getContext()
                    .setAuthentication(new TestingAuthenticationToken("ann", "", "ROLE_CASHIER"));
            assertThat(shop.secured()).isEqualTo("locked: true");
        });
    }

    @Test
    void whenThereIsAnAspectShouldRunItInside() {
        run((shop, lock) -> assertThat(shop.withAspect()).isEqualTo("aspect, locked: true; body, locked: true"));
    }

    @Test
    void whenAnAspectHasALowerOrderShouldRunItOutside() {
        run((shop, lock) ->
                assertThat(shop.withOuterAspect()).isEqualTo("outer aspect, locked: false; body, locked: true"));
    }

    @Test
    void whenTheBodyRunsElsewhereShouldRunAspectsThere() {
        run((shop, lock) -> {
            assertThat(shop.stageWithAdvice()).succeedsWithin(SOON).isEqualTo("advised stageWithAdvice");
            assertThat(shop.monoWithAdvice().block(SOON)).isEqualTo("advised monoWithAdvice");
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableCaching
    @EnableRetry
    @EnableMethodSecurity
    static class Company {

        @Bean
        CacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        Counting counting(Locks locks) {
            return new Counting(locks);
        }

        @Bean
        Outer outer(Locks locks) {
            return new Outer(locks);
        }
    }

    @Aspect
    static class Counting {

        static final ThreadLocal<String> ADVISED = new ThreadLocal<>();

        private final Locks locks;

        Counting(Locks locks) {
            this.locks = locks;
        }

        @Before("execution(* io.latchkey.spring.interceptor.CompanyTest.Shop.*WithAdvice())")
        public void before(JoinPoint call) {
            ADVISED.set("advised " + call.getSignature().getName());
        }

        @Around("execution(* io.latchkey.spring.interceptor.CompanyTest.Shop.withAspect())")
        public Object around(ProceedingJoinPoint call) throws Throwable {
            return "aspect, locked: " + locks.reentrant("order").isHeldByCurrentThread() + "; " + call.proceed();
        }
    }

    @Aspect
    @Order(Ordered.LOWEST_PRECEDENCE - 101)
    static class Outer {

        private final Locks locks;

        Outer(Locks locks) {
            this.locks = locks;
        }

        @Around("execution(* io.latchkey.spring.interceptor.CompanyTest.Shop.withOuterAspect())")
        public Object around(ProceedingJoinPoint call) throws Throwable {
            return "outer aspect, locked: " + locks.reentrant("order").isHeldByCurrentThread() + "; " + call.proceed();
        }
    }

    public static class Shop {

        private final AtomicInteger runs = new AtomicInteger();
        private final AtomicInteger attempts = new AtomicInteger();
        private final Set<Long> tokens = new HashSet<>();
        private final Locks locks;

        public Shop(Locks locks) {
            this.locks = locks;
        }

        public int acquisitions() {
            return tokens.size();
        }

        private String locked() {
            return "locked: " + locks.reentrant("order").isHeldByCurrentThread();
        }

        @Async
        @DistributedLock(name = "order")
        public void async(CountDownLatch end) {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Async
        @DistributedLock(name = "order")
        public CompletableFuture<String> asyncWithResult() {
            return CompletableFuture.completedFuture(
                    "locked: " + locks.reentrant("order").isLocked());
        }

        @Cacheable("orders")
        @DistributedLock(name = "order", waitTime = 0)
        public String cached(String orderId) {
            return "run " + runs.incrementAndGet();
        }

        @Retryable(maxAttempts = 3, backoff = @Backoff(delay = 1))
        @DistributedLock(name = "order")
        public String retried() {
            tokens.add(locks.reentrant("order").currentLease().orElseThrow().fencingToken());
            if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
            return "attempt " + attempts.get();
        }

        @PreAuthorize("hasRole('CASHIER')")
        @DistributedLock(name = "order", waitTime = 0)
        public String secured() {
            return locked();
        }

        @DistributedLock(name = "order")
        public CompletableFuture<String> stageWithAdvice() {
            return CompletableFuture.completedFuture(Counting.ADVISED.get());
        }

        @DistributedLock(name = "order")
        public Mono<String> monoWithAdvice() {
            return Mono.just(Counting.ADVISED.get());
        }

        @DistributedLock(name = "order")
        public String withOuterAspect() {
            return "body, " + locked();
        }

        @DistributedLock(name = "order")
        public String withAspect() {
            return "body, " + locked();
        }
    }
}
