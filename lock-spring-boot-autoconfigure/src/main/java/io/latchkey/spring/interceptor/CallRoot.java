package io.latchkey.spring.interceptor;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** What expressions call {@code #root}: {@code #root.method}, {@code #root.args}, {@code #root.target}. */
final class CallRoot {

    private final LockedMethod locked;
    private final @Nullable Object[] arguments;
    private final @Nullable Object bean;

    CallRoot(LockedMethod locked, @Nullable Object[] arguments, @Nullable Object bean) {
        this.locked = locked;
        this.arguments = arguments;
        this.bean = bean;
    }

    public Method getMethod() {
        return locked.method();
    }

    public @Nullable Object[] getArgs() {
        return arguments;
    }

    public @Nullable Object getTarget() {
        return bean;
    }

    public Class<?> getTargetClass() {
        return locked.beanClass();
    }
}
