package io.latchkey.spring.autoconfigure;

import io.latchkey.spring.autoconfigure.LatchkeyProperties.Backend;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Binds the property as the application will, so that {@code in-memory} and {@code IN_MEMORY} are the same. */
final class OnBackendCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Backend wanted =
                metadata.getAnnotations().get(ConditionalOnBackend.class).getEnum("value", Backend.class);
        Backend chosen = Binder.get(context.getEnvironment())
                .bind("latchkey.backend", Backend.class)
                .orElse(Backend.REDIS);
        return new ConditionOutcome(
                chosen == wanted,
                ConditionMessage.forCondition(ConditionalOnBackend.class, wanted)
                        .because("latchkey.backend is " + chosen));
    }
}
