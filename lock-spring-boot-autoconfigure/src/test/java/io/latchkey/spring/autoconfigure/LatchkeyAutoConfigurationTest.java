package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.LockTemplate;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.redis.RedLockConnections;
import io.latchkey.spring.reactive.ReactiveLockTemplate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import reactor.core.publisher.Mono;

class LatchkeyAutoConfigurationTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LatchkeyAutoConfiguration.class));

    private final ApplicationContextRunner inMemory = runner.withPropertyValues("latchkey.backend=in-memory");

    @Test
    void shouldBeFoundBySpringBoot() {
        ImportCandidates candidates =
                ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader());

        assertThat(candidates).contains(LatchkeyAutoConfiguration.class.getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"in-memory", "IN_MEMORY", "inMemory"})
    void whenBackendIsInMemoryShouldProvideLocksOfThisJvm(String spelling) {
        runner.withPropertyValues("latchkey.backend=" + spelling).run(context -> {
            assertThat(context).hasSingleBean(Locks.class).hasSingleBean(InMemoryLocks.class);
            assertThat(context).hasSingleBean(LockTemplate.class);
        });
    }

    @Test
    void whenDisabledShouldProvideNothing() {
        inMemory.withPropertyValues("latchkey.enabled=false").run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(Locks.class)
                .doesNotHaveBean(LockTemplate.class)
                .doesNotHaveBean(LatchkeyProperties.class));
    }

    @Test
    void whenThereIsNoConnectionFactoryShouldFail() {
        runner.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(MissingConnectionFactoryException.class)
                .hasMessage("latchkey.backend is redis, but there is no RedisConnectionFactory bean"));
    }

    @Test
    void whenApplicationHasLocksShouldMakeWayAndUseThemInTheTemplate() {
        runner.withUserConfiguration(OwnLocks.class).run(context -> {
            assertThat(context).hasSingleBean(Locks.class).hasBean("ownLocks");
            assertThat(context).doesNotHaveBean(RedLockConnections.class);

            Locks own = context.getBean(Locks.class);
            boolean held = context.getBean(LockTemplate.class)
                    .execute("order:42", () -> own.reentrant("order:42").isHeldByCurrentThread());
            assertThat(held).isTrue();
        });
    }

    @Test
    void whenApplicationHasTemplateShouldMakeWay() {
        inMemory.withUserConfiguration(OwnTemplate.class)
                .run(context ->
                        assertThat(context).hasSingleBean(LockTemplate.class).hasBean("ownTemplate"));
    }

    @Test
    void whenApplicationHasSeveralLocksShouldLeaveTheTemplateToIt() {
        runner.withUserConfiguration(OwnLocks.class, OtherLocks.class).run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(LockTemplate.class)
                .doesNotHaveBean(ReactiveLockTemplate.class));
    }

    @Test
    void whenOtherLocksAreNoDefaultCandidateShouldNotMakeWay() {
        inMemory.withUserConfiguration(LocksOnTheSide.class).run(context -> {
            assertThat(context).hasBean("latchkeyLocks").hasSingleBean(LockTemplate.class);
            assertThat(context.getBean(Locks.class)).isSameAs(context.getBean("latchkeyLocks"));
        });
    }

    @Test
    void whenAnExecutorIsNamedShouldRunCallbacksOnIt() {
        inMemory.withBean("mine", Executor.class, () -> task -> new Thread(task, "mine").start())
                .withPropertyValues("latchkey.threads.callback-executor=mine")
                .run(context ->
                        assertThat(callbackThread(context.getBean(Locks.class))).isEqualTo("mine"));
        inMemory.run(context ->
                assertThat(callbackThread(context.getBean(Locks.class))).startsWith("latchkey-callback-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"theirs", "latchkeyLockTemplate"})
    void whenTheNamedExecutorIsNoneShouldNameThePropertyAndTheRule(String bean) {
        inMemory.withPropertyValues("latchkey.threads.callback-executor=" + bean)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("latchkey.threads.callback-executor")
                        .hasMessageContaining("must be the name of a bean that is a java.util.concurrent.Executor"));
    }

    private static String callbackThread(Locks locks) throws Exception {
        CompletableFuture<String> thread = new CompletableFuture<>();
        Lease lease = locks.reentrant("watched").acquire(Duration.ZERO);
        lease.onLost(lost -> thread.complete(Thread.currentThread().getName()));
        locks.reentrant("watched").forceUnlock();
        return thread.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldTellAllListenersInTheirOrder() {
        inMemory.withUserConfiguration(Listeners.class).run(context -> {
            context.getBean(LockTemplate.class).execute("order:42", () -> {});

            assertThat(context.getBean(Listeners.class).heard).containsExactly("first order:42", "second order:42");
        });
    }

    @Test
    void shouldGiveTheLeaseTimeToLocksInMemoryToo() {
        inMemory.withPropertyValues("latchkey.lease-time=5s").run(context -> {
            try (Lease held = context.getBean(Locks.class).reentrant("order:42").acquire(Duration.ZERO)) {
                assertThat(held.remaining()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
            }
        });
    }

    @Test
    void shouldGiveTheWaitTimeToTheTemplate() {
        inMemory.withPropertyValues("latchkey.wait-time=20ms").run(context -> {
            try (Lease held = context.getBean(Locks.class).reentrant("order:42").acquire(Duration.ZERO)) {

                LockTemplate template = context.getBean(LockTemplate.class);
                assertThatThrownBy(() -> template.execute(held.name(), () -> {}))
                        .isInstanceOf(LockTimeoutException.class)
                        .hasMessageContaining("PT0.02S");
            }
        });
    }

    @Test
    void shouldGiveTheWaitTimeAndTheListenersToTheTemplateForReactorToo() {
        inMemory.withUserConfiguration(Listeners.class)
                .withPropertyValues("latchkey.wait-time=20ms")
                .run(context -> {
                    ReactiveLockTemplate template = context.getBean(ReactiveLockTemplate.class);
                    Mono<String> work = template.execute("order:42", Mono.just("paid"));
                    assertThat(work.block(SOON)).isEqualTo("paid");
                    assertThat(context.getBean(Listeners.class).heard)
                            .containsExactly("first order:42", "second order:42");

                    try (Lease held =
                            context.getBean(Locks.class).reentrant("order:42").acquire(SOON)) {
                        assertThat(held.isValid()).isTrue();
                        assertThatThrownBy(() -> work.block(SOON))
                                .isInstanceOf(LockTimeoutException.class)
                                .hasMessageContaining("20ms");
                    }
                });
    }

    @Test
    void whenBeansAreLazyShouldNotMakeLocksBeforeTheyAreUsed() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getSourceApplicationContext()
                                    .getBeanFactory()
                                    .containsSingleton("latchkeyLocks"))
                            .isFalse();
                });
    }

    @Test
    void shouldCloseTheLocksWithTheContext() {
        inMemory.run(context -> {
            Locks locks = context.getBean(Locks.class);
            Lease held = locks.reentrant("order:42").acquire(Duration.ZERO);

            context.close();

            assertThat(held.isValid()).isFalse();
        });
    }

    @Test
    void whenLocksAreSomebodyElsesToCloseShouldLeaveThemOpen() {
        runner.withUserConfiguration(BorrowedLocks.class).run(context -> {
            try (InMemoryLocks borrowed = context.getBean(InMemoryLocks.class)) {
                Lease held = borrowed.reentrant("order:42").acquire(Duration.ZERO);

                context.close();

                assertThat(held.isValid()).isTrue();
            }
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLocks {

        @Bean
        InMemoryLocks ownLocks() {
            return InMemoryLocks.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherLocks {

        @Bean
        InMemoryLocks otherLocks() {
            return InMemoryLocks.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BorrowedLocks {

        @Bean(destroyMethod = "")
        InMemoryLocks borrowedLocks() {
            return InMemoryLocks.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LocksOnTheSide {

        @Bean(defaultCandidate = false)
        InMemoryLocks locksOnTheSide() {
            return InMemoryLocks.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnTemplate {

        @Bean
        LockTemplate ownTemplate(Locks locks) {
            return new LockTemplate(locks);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Listeners {

        final List<String> heard = new CopyOnWriteArrayList<>();

        @Bean
        @Order(2)
        LockListener second() {
            return hearing("second ");
        }

        @Bean
        @Order(1)
        LockListener first() {
            return hearing("first ");
        }

        private LockListener hearing(String who) {
            return new LockListener() {
                @Override
                public void acquired(Lease lease, Duration waited) {
                    heard.add(who + lease.name());
                }
            };
        }
    }
}
