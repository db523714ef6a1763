package io.latchkey.spring.autoconfigure;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Says which of our properties is wrong, where it was set, and what it may be. It goes before Spring Boot's analyzer of
 * failed bindings, which would only name the class.
 */
@Order(0)
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationPropertyValueException> {

    private final Environment environment;

    InvalidPropertyFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, InvalidConfigurationPropertyValueException cause) {
        String property = cause.getName();
        if (!property.startsWith("latchkey.")) {
            return null;
        }
        return new FailureAnalysis(
                "The property %s is %s, but %s.".formatted(property, asWritten(cause), cause.getReason()),
                "Change " + property + ", or remove it to get its default.",
                cause);
    }

    private String asWritten(InvalidConfigurationPropertyValueException cause) {
        return configured(cause.getName())
                .map(found -> "'" + RedLockNode.masked(String.valueOf(found.getValue())) + "'"
                        + (found.getOrigin() == null ? "" : " (set at " + found.getOrigin() + ")"))
                .orElse("'" + cause.getValue() + "'");
    }

    private Optional<ConfigurationProperty> configured(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst();
    }
}
