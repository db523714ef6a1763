package io.latchkey.spring.interceptor;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;

/** A SpEL expression of an annotation: parsed and checked once, evaluated for each call. */
final class LockExpression {

    private static final int NOT_JUST_AN_ARGUMENT = -1;

    private final String description;
    private final Expression expression;
    private final int argument;

    private LockExpression(String description, Expression expression, int argument) {
        this.description = description;
        this.expression = expression;
        this.argument = argument;
    }

    /**
     * An expression that is evaluated.
     *
     * @param description what errors call it, as in {@code the key '#orderId' of Payments.pay(String)}
     */
    static LockExpression of(String description, Expression expression) {
        return new LockExpression(description, expression, NOT_JUST_AN_ARGUMENT);
    }

    /** An expression that is only an argument, and needs no evaluation. */
    static LockExpression ofArgument(String description, Expression expression, int argument) {
        return new LockExpression(description, expression, argument);
    }

    /**
     * What it says of a call.
     *
     * @throws IllegalArgumentException when it cannot be evaluated for this call
     */
    @Nullable
    Object value(LockCall call) {
        return argument == NOT_JUST_AN_ARGUMENT ? evaluated(call) : call.arguments()[argument];
    }

    private @Nullable Object evaluated(LockCall call) {
        try {
            return expression.getValue(call.evaluationContext());
        } catch (EvaluationException e) {
            throw new IllegalArgumentException(description + " cannot be evaluated: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return description;
    }
}
