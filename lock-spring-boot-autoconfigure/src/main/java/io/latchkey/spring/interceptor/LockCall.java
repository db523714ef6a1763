package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;
import org.springframework.expression.EvaluationContext;

/** One call of a locked method, up to the point where its body runs. */
final class LockCall {

    private final LockOperation operation;
    private final MethodInvocation invocation;
    private final EvaluationContext shared;
    private @Nullable EvaluationContext context;

    LockCall(LockOperation operation, MethodInvocation invocation, EvaluationContext shared) {
        this.operation = operation;
        this.invocation = invocation;
        this.shared = shared;
    }

    LockOperation operation() {
        return operation;
    }

    /** Whether this call is to be locked at all. */
    boolean wantsLock() {
        LockExpression condition = operation.condition();
        if (condition == null) {
            return true;
        }
        if (condition.value(this) instanceof Boolean wanted) {
            return wanted;
        }
        throw new IllegalArgumentException(condition + " is neither true nor false");
    }

    /** The locks to take. */
    List<String> lockNames() {
        LockExpression key = operation.key();
        return key == null ? List.of(operation.name()) : LockNames.of(operation.name(), key, key.value(this));
    }

    /** Runs the body without a lock. */
    @Nullable
    Object proceed() throws Throwable {
        return invocation.proceed();
    }

    /** Runs the body under a lease, which it is given if it asks for one. */
    @Nullable
    Object proceed(Lease lease) throws Throwable {
        giveTo(lease);
        return invocation.proceed();
    }

    /** Runs the body, under a lease if there is one, on another thread than the one that the call came from. */
    @Nullable
    Object proceedElsewhere(@Nullable Lease lease) throws Throwable {
        if (lease != null) {
            giveTo(lease);
        }
        // Aspects further inside ask their own thread for the call.
        return ExposeInvocationInterceptor.INSTANCE.invoke(invocation);
    }

    private void giveTo(Lease lease) {
        if (operation.leaseParameter() != LockOperation.NO_LEASE_PARAMETER) {
            @Nullable Object[] arguments = invocation.getArguments().clone();
            arguments[operation.leaseParameter()] = lease;
            ((ProxyMethodInvocation) invocation).setArguments(arguments);
        }
    }

    /** Runs the method that is there for a busy lock. */
    @Nullable
    Object fallBack(Supplier<LockTimeoutException> reason) throws Throwable {
        return Objects.requireNonNull(operation.fallback()).run(invocation.getThis(), arguments(), reason);
    }

    /** The same call once more. */
    LockCall again() {
        return new LockCall(operation, ((ProxyMethodInvocation) invocation).invocableClone(), shared);
    }

    @Nullable
    Object[] arguments() {
        return invocation.getArguments();
    }

    EvaluationContext evaluationContext() {
        if (context == null) {
            context = new CallContext(
                    shared, operation.variables(), new CallRoot(operation.locked(), arguments(), invocation.getThis()));
        }
        return context;
    }
}
