package io.latchkey.spring.interceptor;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** What expressions call {@code #root}: {@code #root.method}, {@code #root.args}, {@code #root.target}. */
record CallRoot(
        Method method, @Nullable Object[] args, @Nullable Object target, Class<?> targetClass) {}
