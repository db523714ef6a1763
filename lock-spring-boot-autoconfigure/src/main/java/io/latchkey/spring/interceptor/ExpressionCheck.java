package io.latchkey.spring.interceptor;

import static java.util.stream.Collectors.joining;

import java.util.Set;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;

/** Looks for names in a parsed expression that nothing will ever answer to, before the first call does. */
final class ExpressionCheck {

    private static final Set<String> ROOT_PROPERTIES = Set.of("method", "args", "target", "targetClass");

    private final LockedMethod locked;
    private final String expression;
    private final LockVariables variables;
    private final BeanFactory beans;

    ExpressionCheck(LockedMethod locked, String expression, LockVariables variables, BeanFactory beans) {
        this.locked = locked;
        this.expression = expression;
        this.variables = variables;
        this.beans = beans;
    }

    void check(SpelNode root) {
        check(root, true);
    }

    /** @param ofCall whether a bare word would be looked for in the call, and not in what stands before it */
    private void check(SpelNode node, boolean ofCall) {
        if (node instanceof VariableReference variable) {
            checkVariable(variable.toStringAST().substring(1));
        } else if (node instanceof FunctionReference function) {
            throw wrong(
                    "calls the function " + function.toStringAST(),
                    "Call a method of a bean instead, as in @pricing.of(#order)");
        } else if (node instanceof BeanReference bean) {
            checkBean(bean);
        } else if (node instanceof PropertyOrFieldReference property && ofCall) {
            checkWord(property.getName());
        }
        checkChildren(node, ofCall);
    }

    private void checkChildren(SpelNode node, boolean ofCall) {
        for (int i = 0; i < node.getChildCount(); i++) {
            boolean afterDot = node instanceof CompoundExpression && i > 0;
            boolean ofElement = node instanceof Projection || node instanceof Selection;
            // In {a: 1} and in #map[a] the word stands for itself.
            boolean text = node instanceof InlineMap || node instanceof Indexer;
            check(node.getChild(i), ofCall && !afterDot && !ofElement && !text);
        }
    }

    private void checkVariable(String name) {
        if (variables.contains(name)) {
            return;
        }
        throw variables.named()
                ? wrong("uses #" + name + ", which is no parameter", "Use one of " + known())
                : wrong(
                        "uses #" + name + ", and the class file does not tell the names of its parameters",
                        "Compile with -parameters, or use " + known());
    }

    private void checkBean(BeanReference bean) {
        if (!beans.containsBean(bean.getName())) {
            throw wrong(
                    "uses the bean " + bean.toStringAST() + ", which there is not",
                    "Write the name of a bean of this application");
        }
    }

    private void checkWord(String word) {
        if (!ROOT_PROPERTIES.contains(word)) {
            throw wrong(
                    "uses the bare word " + word,
                    "Write #%s for a parameter, '%s' in quotes for text".formatted(word, word));
        }
    }

    private String known() {
        return variables.arguments().keySet().stream()
                .sorted()
                .map(name -> "#" + name)
                .collect(joining(", "));
    }

    private InvalidDistributedLockException wrong(String problem, String remedy) {
        return locked.wrong(expression + " " + problem, remedy);
    }
}
