package io.latchkey.spring.interceptor;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.aot.AbstractAotProcessor;

/** The locked methods of all beans. A class is looked at once, as a whole, when the first bean of it is created. */
final class LockOperations {

    private final Map<Class<?>, Map<Method, LockOperation>> classes = new ConcurrentHashMap<>();
    private final ProxyCheck proxies;
    private final LockOperationReader reader;
    private volatile Consumer<LockOperation> confirmation = operation -> {};

    LockOperations(ConfigurableBeanFactory beans, LockExpressions expressions) {
        this.proxies = new ProxyCheck(beans);
        this.reader = new LockOperationReader(beans, expressions);
    }

    /**
     * Whether the class has locked methods.
     *
     * @throws InvalidDistributedLockException when one of them cannot work, or there can be no proxy of the class
     */
    boolean anyIn(Class<?> beanClass) {
        proxies.check(beanClass);
        return isAheadOfTime()
                ? !LockAnnotations.in(beanClass).isEmpty()
                : !of(beanClass).isEmpty();
    }

    /** Whether the method, as its caller sees it, needs a lock. */
    boolean isLocked(Method called, Class<?> beanClass) {
        if (!isAheadOfTime()) {
            return find(called, beanClass) != null;
        }
        Method implementation = AopUtils.getMostSpecificMethod(called, beanClass);
        return LockAnnotations.in(beanClass).stream()
                .anyMatch(locked -> locked.method().equals(implementation));
    }

    /** Whether this is the build, which decides what gets a proxy but has not the properties of where that will run. */
    private static boolean isAheadOfTime() {
        return Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING);
    }

    /** Has all operations so far looked at once more, and from now on every new one. */
    void confirmWith(Consumer<LockOperation> check) {
        confirmation = check;
        classes.values().forEach(methods -> methods.values().forEach(check));
    }

    /** What to do for a method as its caller sees it; null for one that needs no lock. */
    @Nullable
    LockOperation find(Method called, Class<?> beanClass) {
        Map<Method, LockOperation> methods = of(beanClass);
        LockOperation operation = methods.get(called);
        if (operation != null || methods.isEmpty()) {
            return operation;
        }
        operation = methods.get(AopUtils.getMostSpecificMethod(called, beanClass));
        if (operation != null) {
            // Called through an interface; the next call finds it at once.
            methods.put(called, operation);
        }
        return operation;
    }

    private Map<Method, LockOperation> of(Class<?> beanClass) {
        Map<Method, LockOperation> methods = classes.get(beanClass);
        if (methods == null) {
            methods = read(beanClass);
            methods.values().forEach(confirmation);
            classes.put(beanClass, methods);
        }
        return methods;
    }

    private Map<Method, LockOperation> read(Class<?> beanClass) {
        Map<Method, LockOperation> methods = new ConcurrentHashMap<>();
        for (LockedMethod locked : LockAnnotations.in(beanClass)) {
            methods.put(locked.method(), reader.read(locked));
        }
        return methods.isEmpty() ? Map.of() : methods;
    }
}
