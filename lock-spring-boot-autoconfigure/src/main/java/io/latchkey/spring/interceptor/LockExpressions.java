package io.latchkey.spring.interceptor;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;

/** Makes expressions out of what annotations say, and knows what all of them have in common. */
final class LockExpressions {

    private final SpelExpressionParser parser = new SpelExpressionParser();
    private final StandardEvaluationContext shared = new StandardEvaluationContext();
    private final ConfigurableBeanFactory beans;

    LockExpressions(ConfigurableBeanFactory beans) {
        this.beans = beans;
        shared.setBeanResolver(new BeanFactoryResolver(beans));
        shared.setTypeLocator(new StandardTypeLocator(beans.getBeanClassLoader()));
    }

    /** What expressions evaluate in, but for the call itself. */
    StandardEvaluationContext shared() {
        return shared;
    }

    /** The expression that an attribute says; null when it says none. */
    @Nullable
    LockExpression parse(LockedMethod locked, LockVariables variables, String attribute) {
        String text = locked.annotation().getString(attribute);
        if (text.isBlank()) {
            return null;
        }
        String shown = "the " + attribute + " '" + text + "'";
        SpelExpression parsed = parsed(locked, shown, Placeholders.resolve(beans, locked, attribute));
        new ExpressionCheck(locked, shown, variables, beans).check(parsed.getAST());
        String description = shown + " of " + locked;
        Integer argument = argument(parsed.getAST(), variables);
        return argument == null
                ? LockExpression.of(description, parsed)
                : LockExpression.ofArgument(description, parsed, argument);
    }

    private SpelExpression parsed(LockedMethod locked, String shown, String text) {
        try {
            return parser.parseRaw(text);
        } catch (ParseException | IllegalStateException e) {
            throw locked.wrong(
                    shown + " is no SpEL expression: " + e.getMessage(),
                    "Write an expression over the arguments, as in #orderId or 'order-' + #orderId",
                    e);
        }
    }

    private static @Nullable Integer argument(SpelNode ast, LockVariables variables) {
        return ast instanceof VariableReference variable
                ? variables.arguments().get(variable.toStringAST().substring(1))
                : null;
    }
}
