package io.latchkey.spring.autoconfigure;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Sees to it that there is something that makes proxies, with AspectJ on the class path or without, also where Spring
 * Boot's own auto-configuration of it is switched off. {@code spring.aop.proxy-target-class} goes for ours as well.
 */
final class AutoProxyRegistrar implements ImportBeanDefinitionRegistrar {

    private final Environment environment;

    AutoProxyRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        Boolean classes = Binder.get(environment)
                .bind("spring.aop.proxy-target-class", Boolean.class)
                .orElse(true);
        if (Boolean.TRUE.equals(classes)) {
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
    }
}
