package io.latchkey.spring.interceptor;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;

/**
 * The names of the locks a call takes: {@code name:key}, one for each element of a key that has several.
 *
 * <p>Different keys make different names. A key contains no colon of its own, so the last colon of a name is the one
 * before the key; and the parts of a key contain no comma, so a comma is what stands between two. A key is data: nothing
 * here evaluates it.
 */
final class LockNames {

    private static final char BEFORE_KEY = ':';
    private static final String BETWEEN_PARTS = ",";
    private static final char ESCAPE = '%';

    private LockNames() {}

    /**
     * Names the locks of one call.
     *
     * @param name what the key belongs to
     * @param key where the value comes from, for errors
     * @throws IllegalArgumentException when the value is null, blank, empty, or says nothing about itself
     */
    static List<String> of(String name, LockExpression key, @Nullable Object value) {
        Object found = ObjectUtils.unwrapOptional(value);
        Collection<?> elements = elements(found);
        if (elements == null) {
            return List.of(name + BEFORE_KEY + part(key, found));
        }
        if (elements.isEmpty()) {
            throw new IllegalArgumentException(key + " is empty, and there is nothing to lock");
        }
        Set<String> names = new LinkedHashSet<>();
        for (Object element : elements) {
            names.add(name + BEFORE_KEY + parts(key, ObjectUtils.unwrapOptional(element)));
        }
        return List.copyOf(names);
    }

    private static String parts(LockExpression key, @Nullable Object element) {
        Collection<?> parts = elements(element);
        if (parts == null) {
            return part(key, element);
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(key + " has an element without parts");
        }
        Stream<String> texts = parts.stream().map(part -> part(key, ObjectUtils.unwrapOptional(part)));
        // Only a list has its elements in the same order in every process.
        return (parts instanceof List ? texts : texts.sorted()).collect(joining(BETWEEN_PARTS));
    }

    private static @Nullable Collection<?> elements(@Nullable Object value) {
        if (value instanceof Collection<?> collection) {
            return collection;
        }
        return value != null && value.getClass().isArray() ? Arrays.asList(ObjectUtils.toObjectArray(value)) : null;
    }

    private static String part(LockExpression key, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(key + " is null, or contains null, and there is nothing to lock");
        }
        String text = KeyText.of(key, value);
        if (text.isBlank()) {
            throw new IllegalArgumentException(key + " is blank, or contains blank text, and there is nothing to lock");
        }
        return escaped(text);
    }

    private static String escaped(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isSpecial(text.charAt(i))) {
                return text.replace("%", "%25").replace(":", "%3A").replace(",", "%2C");
            }
        }
        return text;
    }

    private static boolean isSpecial(char c) {
        return c == BEFORE_KEY || c == ',' || c == ESCAPE;
    }
}
