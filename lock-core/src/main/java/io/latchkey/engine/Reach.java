package io.latchkey.engine;

import io.latchkey.spi.LockId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one request to the backend of an engine reaches.
 *
 * @param locks what the backend says they have in common
 */
record Reach(LockEngine engine, Object locks) {

    /** Null for a lock that goes alone. */
    static @Nullable Reach of(LockEngine engine, LockId lock) {
        Object locks = engine.backend.reach(lock);
        return locks == null ? null : new Reach(engine, locks);
    }

    /**
     * Deals with those together that one request can do, and with each of the others alone.
     *
     * @param requestOf equal for those that go together; null for one that goes alone
     */
    static <T> void sort(
            List<T> all, Function<T, @Nullable Object> requestOf, Consumer<List<T>> together, Consumer<T> alone) {
        Map<Object, List<T>> groups = new LinkedHashMap<>();
        for (T each : all) {
            Object request = requestOf.apply(each);
            groups.computeIfAbsent(request == null ? new Object() : request, first -> new ArrayList<>())
                    .add(each);
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
