package io.latchkey.composite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Things of which some can be dealt with together.
 *
 * @param together two or more for each joint
 * @param alone all others, in their order
 */
record Groups<T>(Map<Joint, List<T>> together, List<T> alone) {

    static <T> Groups<T> of(List<T> all, Function<T, @Nullable Joint> jointOf) {
        Map<Joint, List<T>> together = new LinkedHashMap<>();
        List<T> alone = new ArrayList<>();
        for (T each : all) {
            Joint joint = jointOf.apply(each);
            if (joint == null) {
                alone.add(each);
            } else {
                together.computeIfAbsent(joint, first -> new ArrayList<>()).add(each);
            }
        }
        together.values().removeIf(group -> group.size() < 2 && alone.addAll(group));
        return new Groups<>(together, alone);
    }

    /** Ends each, those that go alone the last one first, whatever fails. */
    Failure end(BiConsumer<Joint, List<T>> group, Consumer<T> one) {
        Failure failure = new Failure().reversed(alone, one);
        return failure.reversed(List.copyOf(together.keySet()), joint -> group.accept(joint, together.get(joint)));
    }
}
