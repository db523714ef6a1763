package io.latchkey.spring.interceptor;

import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.util.function.SingletonSupplier;

/** Runs locked methods under their locks. */
final class LockInterceptor implements MethodInterceptor {

    private final LockOperations operations;
    private final EvaluationContext shared;
    private final ValueCalls values;
    private final SingletonSupplier<PublisherCalls> publishers = SingletonSupplier.of(PublisherCalls::new);
    private final Supplier<Locking> locking;

    LockInterceptor(LockOperations operations, EvaluationContext shared, ValueCalls values, Supplier<Locking> locking) {
        this.operations = operations;
        this.shared = shared;
        this.values = values;
        this.locking = locking;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        LockOperation operation = operations.find(invocation.getMethod(), beanClass(invocation));
        if (operation == null) {
            return invocation.proceed();
        }
        LockCall call = new LockCall(operation, invocation, shared);
        return switch (operation.result()) {
            case VALUE -> values.run(call, locking.get());
            case STAGE -> StageCalls.run(call, locking.get());
            case PUBLISHER -> publishers.obtain().run(call, locking.get());
        };
    }

    private static Class<?> beanClass(MethodInvocation invocation) {
        Object bean = invocation.getThis();
        return bean == null ? invocation.getMethod().getDeclaringClass() : bean.getClass();
    }
}
