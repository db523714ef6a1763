package io.latchkey.spring.interceptor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.BeanResolver;
import org.springframework.expression.ConstructorResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.IndexAccessor;
import org.springframework.expression.MethodResolver;
import org.springframework.expression.OperatorOverloader;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypeComparator;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.TypedValue;

/** What expressions see of one call. All but the call is shared, so that a context costs one small object. */
final class CallContext implements EvaluationContext {

    private final EvaluationContext shared;
    private final LockVariables variables;
    private final CallRoot root;

    CallContext(EvaluationContext shared, LockVariables variables, CallRoot root) {
        this.shared = shared;
        this.variables = variables;
        this.root = root;
    }

    @Override
    public TypedValue getRootObject() {
        return new TypedValue(root);
    }

    @Override
    public @Nullable Object lookupVariable(String name) {
        Integer place = variables.arguments().get(name);
        if (place != null) {
            return root.getArgs()[place];
        }
        return switch (name) {
            case LockVariables.TARGET -> root.getTarget();
            case LockVariables.METHOD -> root.getMethod();
            default -> null;
        };
    }

    @Override
    public void setVariable(String name, @Nullable Object value) {
        throw new UnsupportedOperationException("#" + name + " cannot be set: expressions only look at a call");
    }

    @Override
    public boolean isAssignmentEnabled() {
        return false;
    }

    @Override
    public List<PropertyAccessor> getPropertyAccessors() {
        return shared.getPropertyAccessors();
    }

    @Override
    public List<IndexAccessor> getIndexAccessors() {
        return shared.getIndexAccessors();
    }

    @Override
    public List<ConstructorResolver> getConstructorResolvers() {
        return shared.getConstructorResolvers();
    }

    @Override
    public List<MethodResolver> getMethodResolvers() {
        return shared.getMethodResolvers();
    }

    @Override
    public @Nullable BeanResolver getBeanResolver() {
        return shared.getBeanResolver();
    }

    @Override
    public TypeLocator getTypeLocator() {
        return shared.getTypeLocator();
    }

    @Override
    public TypeConverter getTypeConverter() {
        return shared.getTypeConverter();
    }

    @Override
    public TypeComparator getTypeComparator() {
        return shared.getTypeComparator();
    }

    @Override
    public OperatorOverloader getOperatorOverloader() {
        return shared.getOperatorOverloader();
    }
}
