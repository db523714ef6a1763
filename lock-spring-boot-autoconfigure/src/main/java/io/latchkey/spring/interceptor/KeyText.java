package io.latchkey.spring.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NativeDetector;
import org.springframework.util.ReflectionUtils;

/** The text that stands for a value in the name of a lock: the same for the same value, in every process. */
final class KeyText {

    private static final ClassValue<Boolean> HAS_TEXT = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isPlain(type) || type.isRecord() || saysMoreThanAnObject(type);
        }
    };

    /** What asks a record for those of its components that could be anything. */
    private static final ClassValue<List<Method>> OPEN_COMPONENTS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            // A native image does not show them.
            return NativeDetector.inNativeImage() ? List.of() : openComponents(type);
        }
    };

    private KeyText() {}

    /**
     * @param key where the value comes from, for errors
     * @throws IllegalArgumentException when the value has no such text
     */
    static String of(LockExpression key, Object value) {
        String text = value instanceof Enum<?> constant ? constant.name() : Objects.toString(value.toString(), "");
        Object culprit = value instanceof List ? value : withoutText(value, text);
        if (culprit != null) {
            throw new IllegalArgumentException("%s is or contains a %s, which has no text that stands for its value; %s"
                    .formatted(key, culprit.getClass().getTypeName(), remedy(culprit)));
        }
        return text;
    }

    private static String remedy(Object culprit) {
        return isDate(culprit)
                ? "its text depends on the time zone: use the instant, as in #date.toInstant()"
                : "use one of its properties, as in #order.id";
    }

    /** What has no text of its own: the value, or something in it that its text is made of; null when there is none. */
    private static @Nullable Object withoutText(@Nullable Object value, String text) {
        if (value instanceof Optional<?> optional) {
            return withoutText(optional.orElse(null), text);
        }
        if (value instanceof List<?> list) {
            return firstWithoutText(list, text);
        }
        if (value instanceof Record) {
            return firstWithoutText(
                    OPEN_COMPONENTS.get(value.getClass()).stream()
                            .map(component -> ReflectionUtils.invokeMethod(component, value))
                            .toList(),
                    text);
        }
        return value == null || hasText(value) || !text.contains(value.toString()) ? null : value;
    }

    private static @Nullable Object firstWithoutText(List<?> values, String text) {
        return values.stream()
                .map(value -> withoutText(value, text))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static boolean hasText(Object value) {
        boolean inNoOrder = value instanceof Collection || value instanceof Map;
        return !inNoOrder && !isDate(value) && !value.getClass().isArray() && HAS_TEXT.get(value.getClass());
    }

    private static boolean isDate(Object value) {
        return value instanceof Date || value instanceof Calendar;
    }

    /** What keys mostly are; a native image need not be told of these. */
    private static boolean isPlain(Class<?> type) {
        return type.isPrimitive()
                || CharSequence.class.isAssignableFrom(type)
                || Enum.class.isAssignableFrom(type)
                || type == UUID.class
                || (Number.class.isAssignableFrom(type) && type.getName().startsWith("java."))
                || type == Boolean.class
                || type == Character.class
                || type.getPackageName().equals("java.time");
    }

    private static boolean saysMoreThanAnObject(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            // A native image has the method, but does not show it.
            return true;
        }
    }

    private static List<Method> openComponents(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> !isPlain(component.getType()))
                .map(RecordComponent::getAccessor)
                .filter(Method::trySetAccessible)
                .toList();
    }
}
