package io.latchkey.spring.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Binds the property as the application will. {@code @ConditionalOnBooleanProperty} would take what it cannot read for
 * false, and the application would run without its locks.
 */
final class OnLatchkeyEnabledCondition extends SpringBootCondition {

    private static final String PROPERTY = "latchkey.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean wanted = metadata.getAnnotations()
                .get(ConditionalOnLatchkeyEnabled.class)
                .getBoolean("value");
        boolean enabled = isEnabled(context.getEnvironment());
        return new ConditionOutcome(
                enabled == wanted,
                ConditionMessage.forCondition(ConditionalOnLatchkeyEnabled.class, wanted)
                        .because(PROPERTY + " is " + enabled));
    }

    private static boolean isEnabled(Environment environment) {
        try {
            return Boolean.TRUE.equals(
                    Binder.get(environment).bind(PROPERTY, boolean.class).orElse(true));
        } catch (BindException e) {
            ConfigurationProperty found = e.getProperty();
            throw new InvalidConfigurationPropertyValueException(
                    PROPERTY, found == null ? null : found.getValue(), "it must be true or false");
        }
    }
}
