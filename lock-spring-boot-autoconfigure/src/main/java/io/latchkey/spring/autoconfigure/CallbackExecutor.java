package io.latchkey.spring.autoconfigure;

import java.util.Optional;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** The executor bean that the application names for users' code. */
final class CallbackExecutor {

    private static final String PROPERTY = "latchkey.threads.callback-executor";

    private CallbackExecutor() {}

    /**
     * Finds the bean; empty where none is named.
     *
     * @throws InvalidConfigurationPropertyValueException when there is none of that name, or it is no executor
     */
    static Optional<Executor> find(LatchkeyProperties properties, BeanFactory beans) {
        String name = properties.threads().callbackExecutor();
        if (name.isBlank()) {
            return Optional.empty();
        }
        if (!beans.containsBean(name) || !beans.isTypeMatch(name, Executor.class)) {
            throw new InvalidConfigurationPropertyValueException(
                    PROPERTY, name, "it must be the name of a bean that is a java.util.concurrent.Executor");
        }
        return Optional.of(beans.getBean(name, Executor.class));
    }
}
