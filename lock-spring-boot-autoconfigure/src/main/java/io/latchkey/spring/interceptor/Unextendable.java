package io.latchkey.spring.interceptor;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.util.ClassUtils;

/** Why a class cannot have a subclass made by Spring. */
enum Unextendable {
    FINAL("is final", "Open the class (in Kotlin with open, or with the kotlin-spring compiler plugin)"),
    SEALED("is sealed", "Open the class"),
    PRIVATE_CONSTRUCTORS("has only private constructors", "Give the class a constructor that is not private");

    private final String problem;
    private final String remedy;

    Unextendable(String problem, String remedy) {
        this.problem = problem;
        this.remedy = remedy;
    }

    /** Empty for a class that can be extended. Of a lambda or a JDK proxy Spring only takes the interfaces. */
    static Optional<Unextendable> why(Class<?> type) {
        if (Proxy.isProxyClass(type) || ClassUtils.isLambdaClass(type)) {
            return Optional.empty();
        }
        if (Modifier.isFinal(type.getModifiers())) {
            return Optional.of(FINAL);
        }
        if (type.isSealed()) {
            return Optional.of(SEALED);
        }
        return hasConstructor(type) ? Optional.empty() : Optional.of(PRIVATE_CONSTRUCTORS);
    }

    private static boolean hasConstructor(Class<?> type) {
        return type.isInterface()
                || Arrays.stream(type.getDeclaredConstructors())
                        .anyMatch(constructor -> !Modifier.isPrivate(constructor.getModifiers()));
    }

    InvalidDistributedLockException refuse(LockedMethod locked) {
        return locked.wrong(
                "the class %s %s, and there can be no proxy of it"
                        .formatted(locked.beanClass().getName(), problem),
                remedy + ", call it through an interface with spring.aop.proxy-target-class=false, or use LockTemplate"
                        + " inside of it");
    }
}
