package io.latchkey.spring.interceptor;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Lets a native image call what is called by reflection: locked methods, as their proxies do, by the names that classes and
 * interfaces have for them; their fallbacks, which only their annotations name; and the attributes of annotations made of ours.
 */
final class LockedMethodAotProcessor implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> beanClass = bean.getBeanClass();
        Collection<LockedMethod> locked = LockAnnotations.in(beanClass);
        return locked.isEmpty()
                ? null
                : (generation, code) ->
                        register(beanClass, locked, generation.getRuntimeHints().reflection());
    }

    private static void register(Class<?> beanClass, Collection<LockedMethod> locked, ReflectionHints hints) {
        Stream.concat(locked.stream().flatMap(LockedMethodAotProcessor::asCalled), fallbacks(beanClass, locked))
                .forEach(method -> hints.registerMethod(method, ExecutableMode.INVOKE));
        annotations(locked).forEach(type -> hints.registerType(type, MemberCategory.INVOKE_DECLARED_METHODS));
    }

    private static Stream<Method> asCalled(LockedMethod locked) {
        Stream<Method> ofInterfaces = ClassUtils.getAllInterfacesForClassAsSet(locked.beanClass()).stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> AopUtils.getMostSpecificMethod(method, locked.beanClass())
                        .equals(locked.method()));
        return Stream.concat(Stream.of(locked.method()), ofInterfaces);
    }

    /** All methods of those names: which of them fits is found at the start. */
    private static Stream<Method> fallbacks(Class<?> beanClass, Collection<LockedMethod> locked) {
        Set<String> names = locked.stream()
                .map(method -> method.annotation().getString("fallback"))
                .filter(name -> !name.isBlank())
                .collect(Collectors.toSet());
        return Arrays.stream(
                ReflectionUtils.getUniqueDeclaredMethods(beanClass, method -> names.contains(method.getName())));
    }

    private static Set<Class<? extends Annotation>> annotations(Collection<LockedMethod> locked) {
        return locked.stream()
                .flatMap(method -> method.annotation().getMetaTypes().stream())
                .collect(Collectors.toSet());
    }
}
