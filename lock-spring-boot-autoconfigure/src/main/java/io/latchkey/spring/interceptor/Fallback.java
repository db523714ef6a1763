package io.latchkey.spring.interceptor;

import static java.util.stream.Collectors.joining;

import io.latchkey.LockTimeoutException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The method that runs instead of one whose lock is busy.
 *
 * @param takesReason whether it has the {@link LockTimeoutException} as its last parameter
 */
record Fallback(Method method, boolean takesReason) {

    static Fallback of(LockedMethod locked, String name) {
        Class<?>[] arguments = locked.method().getParameterTypes();
        Class<?>[] withReason = Arrays.copyOf(arguments, arguments.length + 1);
        withReason[arguments.length] = LockTimeoutException.class;

        Method method = find(locked, name, withReason);
        boolean takesReason = method != null;
        if (method == null) {
            method = find(locked, name, arguments);
        }
        if (method == null || method.equals(locked.method()) || !returnsTheSame(locked, method)) {
            throw locked.wrong("there is no fallback '" + name + "' that fits", "Write " + expected(locked, name));
        }
        ReflectionUtils.makeAccessible(method);
        return new Fallback(method, takesReason);
    }

    private static @Nullable Method find(LockedMethod locked, String name, Class<?>[] parameters) {
        return ReflectionUtils.findMethod(ClassUtils.getUserClass(locked.beanClass()), name, parameters);
    }

    private static boolean returnsTheSame(LockedMethod locked, Method method) {
        Class<?> result = locked.method().getReturnType();
        return result == void.class || ClassUtils.isAssignable(result, method.getReturnType());
    }

    private static String expected(LockedMethod locked, String name) {
        Method method = locked.method();
        String parameters = Stream.concat(
                        Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName),
                        Stream.of(LockTimeoutException.class.getSimpleName()))
                .collect(joining(", ", "(", ")"));
        return "a method '%s %s%s' in %s, the last parameter if you like"
                .formatted(
                        method.getReturnType().getSimpleName(),
                        name,
                        parameters,
                        method.getDeclaringClass().getSimpleName());
    }

    @Nullable
    Object run(@Nullable Object bean, @Nullable Object[] arguments, Supplier<LockTimeoutException> reason)
            throws Throwable {
        if (!takesReason) {
            return AopUtils.invokeJoinpointUsingReflection(bean, method, arguments);
        }
        @Nullable Object[] withReason = Arrays.copyOf(arguments, arguments.length + 1);
        withReason[arguments.length] = reason.get();
        return AopUtils.invokeJoinpointUsingReflection(bean, method, withReason);
    }
}
