package io.latchkey.spring.autoconfigure;

import io.latchkey.Locks;
import io.latchkey.spring.interceptor.LockAdvisor;
import io.latchkey.spring.interceptor.Locking;
import io.latchkey.spring.interceptor.StageThreads;
import io.latchkey.spring.metrics.KnownLockNames;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.system.JavaVersion;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.CompositeTaskDecorator;
import org.springframework.util.function.SingletonSupplier;

/**
 * Brings {@link io.latchkey.spring.annotation.DistributedLock} to life.
 *
 * <p>An advisor is made before the beans it is for. Ours takes nothing along: what it needs at the first call, it asks
 * for then. Otherwise the locks, and what they are made of, would be made too early to be proxied themselves.
 */
@AutoConfiguration(after = {LatchkeyAutoConfiguration.class, AopAutoConfiguration.class})
@ConditionalOnLatchkeyEnabled
@Import(AutoProxyRegistrar.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public final class LatchkeyAnnotationAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    @ConditionalOnMissingBean
    static LockAdvisor latchkeyLockAdvisor(
            ConfigurableListableBeanFactory beans,
            Environment environment,
            ObjectProvider<Locks> locks,
            ObjectProvider<LatchkeyProperties> properties,
            ObjectProvider<StageThreads> stages,
            ObjectProvider<TaskDecorator> decorators,
            ObjectProvider<KnownLockNames> names) {
        return new LockAdvisor(
                beans,
                SingletonSupplier.of(() -> new Locking(
                        locks.getObject(),
                        properties.getObject().waitTime(),
                        stages.getObject()::execute,
                        new CompositeTaskDecorator(decorators.orderedStream().toList()),
                        name -> names.ifAvailable(known -> known.add(name)))),
                order(environment));
    }

    @Bean
    @ConditionalOnMissingBean
    StageThreads latchkeyStageThreads(ConfigurableApplicationContext context) {
        Boolean virtual = Binder.get(context.getEnvironment())
                .bind("spring.threads.virtual.enabled", Boolean.class)
                .orElse(false);
        return new StageThreads(
                context,
                Boolean.TRUE.equals(virtual)
                        && JavaVersion.getJavaVersion().isEqualOrNewerThan(JavaVersion.TWENTY_ONE));
    }

    /** Not from the bean of the properties, which may not be made yet when the order is asked for. */
    private static int order(Environment environment) {
        return Binder.get(environment)
                .bindOrCreate("latchkey.annotation", LatchkeyProperties.Annotation.class)
                .order();
    }
}
