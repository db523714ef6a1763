package io.latchkey.spring.interceptor;

import static java.util.stream.Collectors.joining;

import io.latchkey.spring.annotation.DistributedLock;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;

/**
 * A method that is to run under a lock, and the annotation that says so.
 *
 * @param method as the bean's class has it
 * @param beanClass the class of the bean
 * @param annotation found on it, on what it overrides or implements, or on its type
 */
record LockedMethod(Method method, Class<?> beanClass, MergedAnnotation<DistributedLock> annotation) {

    /** The method that carries the annotation, which an interface may have; null when the annotation is on a type. */
    @Nullable
    Method annotatedMethod() {
        return annotation.getSource() instanceof Method annotated ? annotated : null;
    }

    /** The declared type of the result, as this bean's class fixes it. */
    Class<?> resultType() {
        return ResolvableType.forMethodReturnType(method, beanClass).resolve(method.getReturnType());
    }

    boolean isPrivate() {
        return Modifier.isPrivate(method.getModifiers());
    }

    boolean isStatic() {
        return Modifier.isStatic(method.getModifiers());
    }

    boolean isFinal() {
        return Modifier.isFinal(method.getModifiers());
    }

    /** As in {@code com.acme.Payments.pay}. */
    String qualifiedName() {
        return method.getDeclaringClass().getName() + "." + method.getName();
    }

    /** As in {@code Payments.pay(String)}. */
    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(joining(", ", "(", ")"));
    }

    /** That this annotation cannot work. */
    InvalidDistributedLockException wrong(String problem, String remedy) {
        return wrong(problem, remedy, null);
    }

    InvalidDistributedLockException wrong(String problem, String remedy, @Nullable Throwable cause) {
        return new InvalidDistributedLockException("@DistributedLock on " + this + ": " + problem, remedy, cause);
    }
}
