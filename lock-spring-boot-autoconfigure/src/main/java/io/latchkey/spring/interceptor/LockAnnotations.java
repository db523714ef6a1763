package io.latchkey.spring.interceptor;

import io.latchkey.spring.annotation.DistributedLock;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the methods of a class that are to run under a lock: by their own annotation, or else by their type's. */
final class LockAnnotations {

    private LockAnnotations() {}

    static Collection<LockedMethod> in(Class<?> beanClass) {
        Map<Method, LockedMethod> found = new LinkedHashMap<>(select(beanClass, beanClass));
        for (Class<?> type : ClassUtils.getAllInterfacesForClassAsSet(beanClass)) {
            // A superclass that knows nothing of the interface may be what implements it.
            select(type, beanClass).forEach((method, locked) -> {
                Method implementation = AopUtils.getMostSpecificMethod(method, beanClass);
                if (!Proxy.isProxyClass(implementation.getDeclaringClass())) {
                    found.putIfAbsent(implementation, new LockedMethod(implementation, beanClass, locked.annotation()));
                }
            });
        }
        return found.values();
    }

    private static Map<Method, LockedMethod> select(Class<?> type, Class<?> beanClass) {
        return AnnotationUtils.isCandidateClass(type, DistributedLock.class)
                ? MethodIntrospector.selectMethods(
                        type, (MethodIntrospector.MetadataLookup<LockedMethod>) method -> find(method, beanClass))
                : Map.of();
    }

    private static @Nullable LockedMethod find(Method method, Class<?> beanClass) {
        MergedAnnotation<DistributedLock> annotation = on(method);
        if (!annotation.isPresent() && isMeantByItsType(method)) {
            annotation = on(method.getDeclaringClass());
        }
        return annotation.isPresent() ? new LockedMethod(method, beanClass, annotation) : null;
    }

    /** A type means what others call: nothing private or static, and not what every object has. */
    private static boolean isMeantByItsType(Method method) {
        return !Modifier.isPrivate(method.getModifiers())
                && !Modifier.isStatic(method.getModifiers())
                && !ReflectionUtils.isObjectMethod(method);
    }

    private static MergedAnnotation<DistributedLock> on(AnnotatedElement element) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).get(DistributedLock.class);
    }
}
