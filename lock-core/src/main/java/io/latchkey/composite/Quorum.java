package io.latchkey.composite;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import java.util.Collection;

/**
 * How many of a number of nodes decide.
 *
 * @param nodes how many there are
 * @param size how many must agree
 */
record Quorum(int nodes, int size) {

    /** More than half: two of them have a node in common. */
    static Quorum of(int nodes) {
        return new Quorum(nodes, nodes / 2 + 1);
    }

    boolean isReached(int votes) {
        return votes >= size();
    }

    /** Whether so many that do not vote for something keep it from a quorum. */
    boolean isOutOfReach(int otherVotes) {
        return otherVotes > nodes - size();
    }

    /** Not enough nodes answered. Trying again is of no use when those that refused for good are too many. */
    BackendFailure missed(int answered, Collection<? extends Throwable> failures) {
        long forGood = failures.stream()
                .filter(failure -> !BackendFailure.from(failure).retryable())
                .count();
        String why = failures.stream()
                .map(failure -> String.valueOf(BackendFailure.from(failure).getMessage()))
                .findFirst()
                .orElse("the others did not answer in time");
        return new BackendFailure(
                isOutOfReach((int) forGood) ? Effect.NONE : Effect.UNKNOWN,
                "%d of %d red-lock nodes answered, %d are needed: %s".formatted(answered, nodes, size(), why),
                failures.stream().findFirst().orElse(null));
    }
}
