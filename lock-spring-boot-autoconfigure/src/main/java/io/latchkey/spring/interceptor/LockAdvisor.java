package io.latchkey.spring.interceptor;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Puts the methods that say {@link io.latchkey.spring.annotation.DistributedLock} under their locks.
 *
 * <p>It is made before most other beans, so it asks for them only when the first locked method is called.
 */
public final class LockAdvisor extends AbstractPointcutAdvisor implements SmartInitializingSingleton {

    private static final boolean TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronization", LockAdvisor.class.getClassLoader());

    private final LockOperations operations;
    private final Supplier<Locking> locking;
    private final Pointcut pointcut;
    private final Advice advice;

    /**
     * @param beans for expressions and placeholders
     * @param locking what calls need, asked for once
     * @param order where among a method's advisors this one stands; a lower one is further outside
     */
    public LockAdvisor(ConfigurableBeanFactory beans, Supplier<Locking> locking, int order) {
        LockExpressions expressions = new LockExpressions(beans);
        this.operations = new LockOperations(beans, expressions);
        this.locking = locking;
        this.pointcut = new LockedMethods(operations);
        this.advice = new LockInterceptor(
                operations,
                expressions.shared(),
                new ValueCalls(TRANSACTIONS ? new AfterTransaction() : ReleaseTime.AT_ONCE),
                locking);
        setOrder(order);
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return advice;
    }

    /** Methods that there are no locks for are to fail now and not at the first call. */
    @Override
    public void afterSingletonsInstantiated() {
        operations.confirmWith(operation -> locking.get().check(operation));
    }

    /** Looks at a class as a whole: auto-proxying itself would stop at the first method that matches. */
    private static final class LockedMethods extends StaticMethodMatcherPointcut {

        private final LockOperations operations;

        LockedMethods(LockOperations operations) {
            this.operations = operations;
            setClassFilter(operations::anyIn);
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return operations.isLocked(method, targetClass);
        }
    }
}
