package io.latchkey.spring.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches when {@code latchkey.enabled} is the given value. A value that is neither true nor false fails the start. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnLatchkeyEnabledCondition.class)
@interface ConditionalOnLatchkeyEnabled {

    boolean value() default true;
}
