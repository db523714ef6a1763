package io.latchkey.spring.interceptor;

import java.util.Collection;
import java.util.List;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyProcessorSupport;
import org.springframework.aop.framework.autoproxy.AbstractAutoProxyCreator;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.framework.autoproxy.ProxyCreationContext;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.Conventions;

/**
 * Refuses a bean with locked methods whose class cannot have the subclass that would be its proxy. Spring would refuse
 * it next, without a word of the annotation.
 *
 * <p>A proxy of its interfaces is as good. Which of the two a bean gets is Spring's decision. Where that cannot be
 * foreseen, nothing is refused here.
 */
final class ProxyCheck {

    /** Spring Framework 7 sets it for a bean that is to get a proxy of its interfaces. */
    private static final String EXPOSED_INTERFACES =
            Conventions.getQualifiedAttributeName(AutoProxyUtils.class, "exposedInterfaces");

    private static final Interfaces INTERFACES = new Interfaces();

    private final ConfigurableBeanFactory beans;

    ProxyCheck(ConfigurableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * Looks at the class of the bean that is about to get its proxy, if one is.
     *
     * @throws InvalidDistributedLockException when it has locked methods and cannot get one
     */
    void check(Class<?> beanClass) {
        String bean = ProxyCreationContext.getCurrentProxiedBeanName();
        if (bean == null) {
            return;
        }
        Unextendable.why(beanClass).ifPresent(reason -> {
            Collection<LockedMethod> locked = LockAnnotations.in(beanClass);
            if (!locked.isEmpty() && (!INTERFACES.suffice(beanClass) || isSubclassed(bean))) {
                throw reason.refuse(locked.iterator().next());
            }
        });
    }

    private boolean isSubclassed(String bean) {
        if (!(beans instanceof DefaultListableBeanFactory factory)) {
            return false;
        }
        if (AutoProxyUtils.shouldProxyTargetClass(factory, bean)) {
            return true;
        }
        List<AbstractAutoProxyCreator> creators = factory.getBeanPostProcessors().stream()
                .filter(AbstractAutoProxyCreator.class::isInstance)
                .map(AbstractAutoProxyCreator.class::cast)
                .toList();
        return !creators.isEmpty()
                && creators.stream().allMatch(AbstractAutoProxyCreator::isProxyTargetClass)
                && !asksForItsInterfaces(factory, bean);
    }

    private static boolean asksForItsInterfaces(DefaultListableBeanFactory factory, String bean) {
        return factory.containsBeanDefinition(bean)
                && factory.getBeanDefinition(bean).hasAttribute(EXPOSED_INTERFACES);
    }

    /** Knows by Spring's own rules which interfaces make a proxy. */
    private static final class Interfaces extends ProxyProcessorSupport {

        boolean suffice(Class<?> beanClass) {
            ProxyFactory factory = new ProxyFactory();
            evaluateProxyInterfaces(beanClass, factory);
            return !factory.isProxyTargetClass();
        }
    }
}
