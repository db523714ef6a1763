package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockContext;
import io.latchkey.LockTemplate;
import io.latchkey.Locks;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.interceptor.LockAdvisor;
import io.latchkey.spring.interceptor.Locking;
import io.latchkey.spring.reactive.ReactiveLockTemplate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.framework.autoproxy.InfrastructureAdvisorAutoProxyCreator;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

class LatchkeyAnnotationAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LatchkeyAutoConfiguration.class, LatchkeyAnnotationAutoConfiguration.class))
            .withPropertyValues("latchkey.backend=in-memory")
            .withBean(Shop.class);

    private final ApplicationContextRunner withAop =
            runner.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class));

    private final FilteredClassLoader noAspectJ = new FilteredClassLoader("org.aspectj");

    @Test
    void shouldBeFoundBySpringBoot() {
        ImportCandidates candidates =
                ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader());

        assertThat(candidates).contains(LatchkeyAnnotationAutoConfiguration.class.getName());
    }

    @Test
    void shouldLockWithAspectJ() {
        withAop.run(context -> assertThat(context.getBean(Shop.class).pay()).isEqualTo("order"));
    }

    @Test
    void shouldLockWithoutAspectJ() {
        withAop.withClassLoader(noAspectJ)
                .run(context -> assertThat(context.getBean(Shop.class).pay()).isEqualTo("order"));
    }

    @Test
    void shouldLockWhereNothingElseMakesProxies() {
        runner.withClassLoader(noAspectJ).run(context -> {
            assertThat(context.getBean(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME))
                    .isInstanceOf(InfrastructureAdvisorAutoProxyCreator.class);
            assertThat(context.getBean(Shop.class).pay()).isEqualTo("order");
        });
        withAop.withPropertyValues("spring.aop.auto=false")
                .run(context -> assertThat(context.getBean(Shop.class).pay()).isEqualTo("order"));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldMakeTheProxiesThatAreAskedFor(boolean aspectJ, boolean proxyTargetClass) {
        (aspectJ ? withAop : withAop.withClassLoader(noAspectJ))
                .withBean(Till.class)
                .withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                .run(context -> {
                    Register till = context.getBean(Register.class);

                    assertThat(till.open()).isEqualTo("till");
                    assertThat(AopUtils.isCglibProxy(till)).isEqualTo(proxyTargetClass);
                });
    }

    @Test
    void whenDisabledShouldRunWithoutLocks() {
        withAop.withPropertyValues("latchkey.enabled=false").run(context -> {
            assertThat(context).doesNotHaveBean(LockAdvisor.class);
            assertThat(context.getBean(Shop.class).pay()).isEqualTo("none");
        });
    }

    @Test
    void whenApplicationHasAnAdvisorShouldMakeWay() {
        withAop.withUserConfiguration(OwnAdvisor.class).run(context -> {
            assertThat(context).hasSingleBean(LockAdvisor.class).hasBean("own");
            assertThat(context.getBean(Shop.class).pay()).isEqualTo("order");
        });
    }

    @Test
    void whenThereAreSeveralLocksShouldFailTheStart() {
        withAop.withBean("one", InMemoryLocks.class, InMemoryLocks::create)
                .withBean("other", InMemoryLocks.class, InMemoryLocks::create)
                .run(context -> assertThat(context).getFailure().hasMessageContaining("found 2: one,other"));
    }

    @Test
    void whenThereAreSeveralLocksAndNothingToLockShouldStart() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LatchkeyAutoConfiguration.class, LatchkeyAnnotationAutoConfiguration.class))
                .withPropertyValues("latchkey.backend=in-memory")
                .withBean("one", InMemoryLocks.class, InMemoryLocks::create)
                .withBean("other", InMemoryLocks.class, InMemoryLocks::create)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void shouldStandWhereTheOrderSays() {
        withAop.run(context ->
                assertThat(context.getBean(LockAdvisor.class).getOrder()).isEqualTo(Ordered.LOWEST_PRECEDENCE - 100));
        withAop.withPropertyValues("latchkey.annotation.order=7")
                .run(context -> assertThat(context.getBean(LockAdvisor.class).getOrder())
                        .isEqualTo(7));
    }

    @Test
    void whenTheOrderIsNoNumberShouldFailTheStart() {
        withAop.withPropertyValues("latchkey.annotation.order=first")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("first"));
    }

    @Test
    void shouldBePartOfTheInfrastructure() {
        withAop.run(context -> assertThat(context.getBeanFactory()
                        .getBeanDefinition("latchkeyLockAdvisor")
                        .getRole())
                .isEqualTo(BeanDefinition.ROLE_INFRASTRUCTURE));
    }

    @Test
    void shouldProvideATemplateForReactor() {
        runner.run(context ->
                assertThat(context).hasSingleBean(ReactiveLockTemplate.class).hasSingleBean(LockTemplate.class));
    }

    @Test
    void whenReactorIsNotThereShouldProvideNoTemplateForIt() {
        runner.withClassLoader(new FilteredClassLoader("reactor.core")).run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean("latchkeyReactiveLockTemplate")
                .hasSingleBean(LockTemplate.class));
    }

    @Test
    void whenApplicationHasATemplateForReactorShouldMakeWay() {
        runner.withBean(
                        "own",
                        ReactiveLockTemplate.class,
                        () -> new ReactiveLockTemplate(InMemoryLocks.create(), Duration.ZERO))
                .run(context -> assertThat(context)
                        .hasSingleBean(ReactiveLockTemplate.class)
                        .hasBean("own"));
    }

    public static class Shop {

        @DistributedLock(name = "order")
        public String pay() {
            return lock();
        }
    }

    public interface Register {

        String open();
    }

    public static class Till implements Register {

        @Override
        @DistributedLock(name = "till")
        public String open() {
            return lock();
        }
    }

    private static String lock() {
        return LockContext.currentLease().map(lease -> lease.name()).orElse("none");
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAdvisor {

        @Bean
        static LockAdvisor own(ConfigurableListableBeanFactory beans) {
            return new LockAdvisor(
                    beans, () -> new Locking(beans.getBean(Locks.class), Duration.ZERO, Runnable::run), 0);
        }
    }
}
