package io.latchkey.spring.autoconfigure;

import io.latchkey.spring.autoconfigure.LatchkeyProperties.Backend;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches when that backend is the chosen one, however the property spells it. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnBackendCondition.class)
@interface ConditionalOnBackend {

    Backend value();
}
