package io.latchkey.contract;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * The collections that an object of this library keeps, and how many things are in each. It looks into fields, whatever
 * their names, so it also finds those that are added later.
 */
final class Footprint {

    private final Map<String, Integer> sizes = new TreeMap<>();
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Footprint() {}

    /** The size of each collection, by the path of fields that leads to it. */
    static Map<String, Integer> of(Object root) {
        Footprint footprint = new Footprint();
        footprint.look(root.getClass().getSimpleName(), root);
        return footprint.sizes;
    }

    private void look(String path, Object object) {
        if (object == null || !seen.add(object)) {
            return;
        }
        if (object instanceof Map<?, ?> map) {
            sizes.put(path, map.size());
            lookAtEach(path, map.values());
        } else if (object instanceof Collection<?> collection) {
            sizes.put(path, collection.size());
            lookAtEach(path, collection);
        } else if (object instanceof ThreadPoolExecutor executor) {
            sizes.put(path + ".queue", executor.getQueue().size());
        } else if (isOurs(object.getClass())) {
            fields(object.getClass()).forEach(field -> look(path + "." + field.getName(), value(field, object)));
        }
    }

    private void lookAtEach(String path, Collection<?> elements) {
        new ArrayList<>(elements).stream().limit(3).forEach(element -> look(path + "[]", element));
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("io.latchkey.");
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> declaring = type; isOurs(declaring); declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static Object value(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("field " + field + " cannot be read", e);
        }
    }
}
