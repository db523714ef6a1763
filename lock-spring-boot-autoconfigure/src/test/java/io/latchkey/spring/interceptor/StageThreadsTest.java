package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.LockContext;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.DistributedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** Where the bodies of methods that return a stage run. */
@Timeout(60)
class StageThreadsTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

    private final ApplicationContextRunner runner = LockedApp.inMemory(Shop.class);

    /** Spring Boot's own executor, with as many threads as a few callers can fill. */
    private final ApplicationContextRunner withOneThread = runner.withConfiguration(
                    AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
            .withUserConfiguration(Asynchronous.class)
            .withPropertyValues("spring.task.execution.pool.core-size=1");

    @AfterEach
    void forgetTheTenant() {
        TENANT.remove();
    }

    @Test
    void whenAsyncMethodsFillTheApplicationsExecutorShouldRunTheirBodies() {
        withOneThread.run(context -> {
            Shop shop = context.getBean(Shop.class);
            List<CompletableFuture<String>> results = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                results.add(shop.async(() -> "paid"));
            }

            assertThat(results)
                    .allSatisfy(
                            result -> assertThat(result).succeedsWithin(SOON).isEqualTo("paid"));
        });
    }

    @Test
    void whenATaskOfTheApplicationsExecutorWaitsForAStageShouldRunItsBody() {
        withOneThread.run(context -> {
            Shop shop = context.getBean(Shop.class);
            AsyncTaskExecutor executor = context.getBean(AsyncTaskExecutor.class);

            assertThat(executor.submitCompletable(() -> shop.pay(() -> "paid").join()))
                    .succeedsWithin(SOON)
                    .isEqualTo("paid");
        });
    }

    /** More of them than any pool of Spring Boot's has by default. */
    @Test
    void whenBodiesWaitForOtherStagesShouldRunThoseToo() {
        runner.run(context -> {
            Shop shop = context.getBean(Shop.class);
            List<CompletableFuture<String>> results = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                String inner = "inner-" + i;
                results.add(shop.payByKey(
                        "outer-" + i, () -> shop.payByKey(inner, () -> "paid").join()));
            }

            assertThat(results)
                    .allSatisfy(
                            result -> assertThat(result).succeedsWithin(SOON).isEqualTo("paid"));
        });
    }

    @Test
    void shouldNotPassForTheApplicationsExecutor() {
        withOneThread.run(
                context -> assertThat(context).hasSingleBean(Executor.class).hasBean("applicationTaskExecutor"));
    }

    @Test
    void shouldLoadClassesAsTheApplicationDoes() {
        ClassLoader ofApplication = new FilteredClassLoader("nothing");
        runner.withClassLoader(ofApplication).run(context -> {
            Shop shop = context.getBean(Shop.class);
            Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
            assertThat(shop.pay(() -> {
                        assertThat(Thread.currentThread().getContextClassLoader())
                                .isSameAs(ofApplication);
                        return Thread.currentThread().getName();
                    }))
                    .succeedsWithin(SOON)
                    .asString()
                    .startsWith("latchkey-stage-");
        });
    }

    @Test
    void shouldDecorateTheBodyWithWhatItsCallerHas() {
        runner.withBean(TaskDecorator.class, () -> StageThreadsTest::withTenant).run(context -> {
            Shop shop = context.getBean(Shop.class);
            NamedLock lock = context.getBean(Locks.class).reentrant("order");
            CompletableFuture<String> result;
            try (Holder other = Holder.of(context.getBean(Locks.class), lock.name())) {
                TENANT.set("acme");
                result = shop.pay(() -> "for " + TENANT.get());
                TENANT.set("another");
            }

            assertThat(result).succeedsWithin(SOON).isEqualTo("for acme");
        });
    }

    @Test
    void whenTheDecoratorFailsShouldFailTheCallAndTakeNoLock() {
        runner.withBean(TaskDecorator.class, () -> body -> {
                    throw new IllegalStateException("no tenant");
                })
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);

                    assertThatThrownBy(() -> shop.pay(() -> "paid")).hasMessage("no tenant");
                    assertThat(context.getBean(Locks.class).reentrant("order").isLocked())
                            .isFalse();
                });
    }

    private static Runnable withTenant(Runnable body) {
        String tenant = TENANT.get();
        return () -> {
            TENANT.set(tenant);
            try {
                body.run();
            } finally {
                TENANT.remove();
            }
        };
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void whenTheApplicationUsesVirtualThreadsShouldUseThemToo() {
        runner.withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context -> assertThat(context.getBean(Shop.class)
                                .pay(() -> Thread.currentThread().toString()))
                        .succeedsWithin(SOON)
                        .asString()
                        .startsWith("VirtualThread["));
    }

    @Test
    void whenTheJvmHasNoVirtualThreadsShouldUseOthers() {
        runner.withPropertyValues("spring.threads.virtual.enabled=true")
                .run(context -> assertThat(context.getBean(Shop.class)
                                .pay(() -> Thread.currentThread().getName()))
                        .succeedsWithin(SOON)
                        .asString()
                        .startsWith("latchkey-stage-"));
    }

    @Test
    void whenTheContextClosesShouldLetABodyFinishUnderItsLock() {
        runner.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=30s")
                .run(context -> {
                    CountDownLatch started = new CountDownLatch(1);
                    CountDownLatch mayFinish = new CountDownLatch(1);
                    CompletableFuture<String> result = context.getBean(Shop.class)
                            .pay(() -> {
                                started.countDown();
                                isInterruptedAt(mayFinish);
                                LockContext.assertHeld();
                                return "paid under a valid lease";
                            });
                    isInterruptedAt(started);

                    CompletableFuture<Void> closing = closing(context);
                    await().during(Duration.ofMillis(300)).atMost(SOON).until(() -> !closing.isDone());
                    mayFinish.countDown();

                    assertThat(result).succeedsWithin(SOON).isEqualTo("paid under a valid lease");
                    assertThat(closing).succeedsWithin(SOON);
                });
    }

    @Test
    void whenTheGracePeriodIsOverShouldInterruptABody() {
        runner.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
                .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=100ms")
                .run(context -> {
                    CountDownLatch started = new CountDownLatch(1);
                    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
                    context.getBean(Shop.class).pay(() -> {
                        started.countDown();
                        interrupted.complete(isInterruptedAt(new CountDownLatch(1)));
                        return "not paid";
                    });
                    isInterruptedAt(started);

                    assertThat(closing(context)).succeedsWithin(SOON);
                    assertThat(interrupted).succeedsWithin(SOON).isEqualTo(true);
                });
    }

    @Test
    void whenTheContextIsStoppedAndStartedAgainShouldGoOn() {
        runner.run(context -> {
            context.getSourceApplicationContext().stop();
            context.getSourceApplicationContext().start();

            assertThat(context.getBean(Shop.class).pay(() -> "paid"))
                    .succeedsWithin(SOON)
                    .isEqualTo("paid");
        });
    }

    private static CompletableFuture<Void> closing(AssertableApplicationContext context) {
        return CompletableFuture.runAsync(context::close, task -> new Thread(task, "test-closing").start());
    }

    /** Waits; whether until an interrupt came. */
    private static boolean isInterruptedAt(CountDownLatch latch) {
        try {
            latch.await();
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class Asynchronous {}

    public static class Shop {

        @Async
        @DistributedLock(name = "order")
        public CompletableFuture<String> async(Supplier<String> body) {
            return CompletableFuture.completedFuture(body.get());
        }

        @DistributedLock(name = "order")
        public CompletableFuture<String> pay(Supplier<String> body) {
            return CompletableFuture.completedFuture(body.get());
        }

        @DistributedLock(name = "order", key = "#key")
        public CompletableFuture<String> payByKey(String key, Supplier<String> body) {
            return CompletableFuture.completedFuture(body.get());
        }
    }
}
