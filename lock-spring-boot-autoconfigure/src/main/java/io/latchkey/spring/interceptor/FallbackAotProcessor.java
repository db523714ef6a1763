package io.latchkey.spring.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ReflectionUtils;

/** Lets a native image call the fallbacks of locked methods, which only their annotations name. */
final class FallbackAotProcessor implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        List<Method> fallbacks = fallbacks(bean.getBeanClass());
        return fallbacks.isEmpty()
                ? null
                : (generation, code) -> fallbacks.forEach(method ->
                        generation.getRuntimeHints().reflection().registerMethod(method, ExecutableMode.INVOKE));
    }

    /** All methods of those names: which of them fits is found at the start. */
    private static List<Method> fallbacks(Class<?> beanClass) {
        Set<String> names = LockAnnotations.in(beanClass).stream()
                .map(locked -> locked.annotation().getString("fallback"))
                .filter(name -> !name.isBlank())
                .collect(Collectors.toSet());
        return names.isEmpty()
                ? List.of()
                : Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(
                                beanClass, method -> names.contains(method.getName())))
                        .toList();
    }
}
