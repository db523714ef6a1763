package io.latchkey.composite;

import io.latchkey.spi.LockBackend.Holder;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a red lock, by what the nodes say: the owner that a quorum of them names, for as long as the longest-lived of
 * its holds; nobody, when no owner can have a quorum; null while it is not known.
 */
record HolderOf(Quorum quorum) implements Function<List<List<Holder>>, @Nullable List<Holder>> {

    @Override
    public @Nullable List<Holder> apply(List<List<Holder>> answers) {
        Map<String, Integer> votes = new HashMap<>();
        Map<String, Duration> remaining = new HashMap<>();
        answers.stream().flatMap(Collection::stream).forEach(holder -> {
            votes.merge(holder.owner(), 1, Integer::sum);
            remaining.merge(holder.owner(), holder.remaining(), (one, other) -> one.compareTo(other) > 0 ? one : other);
        });
        int most = votes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        if (quorum.isReached(most)) {
            return remaining.entrySet().stream()
                    .filter(entry -> quorum.isReached(votes.getOrDefault(entry.getKey(), 0)))
                    .map(entry -> new Holder(entry.getKey(), entry.getValue()))
                    .toList();
        }
        return quorum.isOutOfReach(answers.size() - most) ? List.of() : null;
    }
}
