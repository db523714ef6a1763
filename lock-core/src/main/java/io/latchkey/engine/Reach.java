package io.latchkey.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What one request to the backend of an engine reaches.
 *
 * @param locks what the backend says they have in common
 */
record Reach(LockEngine engine, Object locks) {

    /** Deals with those together that one request reaches, and with each of the others alone. */
    static <T> void sort(List<T> all, Function<T, Slot> slotOf, Consumer<List<T>> together, Consumer<T> alone) {
        Map<Object, List<T>> groups = new LinkedHashMap<>();
        for (T each : all) {
            Slot slot = slotOf.apply(each);
            Object locks = slot.engine.backend.reach(slot.id);
            Object reach = locks == null ? new Object() : new Reach(slot.engine, locks);
            groups.computeIfAbsent(reach, first -> new ArrayList<>()).add(each);
        }
        for (List<T> group : groups.values()) {
            if (group.size() > 1) {
                together.accept(group);
            } else {
                alone.accept(group.get(0));
            }
        }
    }
}
