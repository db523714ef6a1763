package io.latchkey.composite;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.Reply;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The answers of the nodes in one election, and what follows from them. Guarded by its election. */
final class Ballots {

    /** How an election ends. */
    enum Verdict {
        WON,
        REFUSED,
        FAILED,
        /** The holder that was to pass the lock on had lost it. */
        GONE
    }

    private final Quorum quorum;
    private final @Nullable Ballot[] cast;

    Ballots(Quorum quorum) {
        this.quorum = quorum;
        this.cast = new Ballot[quorum.nodes()];
    }

    void cast(int node, Ballot ballot) {
        cast[node] = ballot;
    }

    @Nullable
    Ballot of(int node) {
        return cast[node];
    }

    /**
     * What cannot be changed by answers that are still to come; null when they are needed.
     *
     * <p>A lock is refused only if enough nodes said so: where too many are silent it may well be free.
     *
     * @param closed whether no more answers are waited for
     */
    @Nullable
    Verdict verdict(boolean closed) {
        int grants = count(Ballot::isGrant);
        int gone = count(Ballot::gone);
        int failures = count(ballot -> ballot.failure() != null);
        int silent = cast.length - count(ballot -> true);
        if (quorum.isOutOfReach(gone)) {
            return Verdict.GONE;
        }
        if (quorum.isReached(grants) && (closed || quorum.isReached(cast.length - silent - gone))) {
            return Verdict.WON;
        }
        if (quorum.isOutOfReach(count(Ballot::isRefusal))) {
            return Verdict.REFUSED;
        }
        if (quorum.isOutOfReach(failures)) {
            return Verdict.FAILED;
        }
        if (silent > 0 && !closed) {
            return null;
        }
        return quorum.isOutOfReach(failures + silent) ? Verdict.FAILED : Verdict.REFUSED;
    }

    /** Whether nobody has a quorum, so that all who have something must give it back and try again. */
    boolean isSplit() {
        return holders().values().stream().noneMatch(nodes -> quorum.isReached(nodes.intValue()));
    }

    /** The refusal as one: it lasts as long as the longest, at the first of the places in line. */
    Reply.Busy refusal() {
        return new Reply.Busy(
                refusals()
                        .map(Reply.Busy::retryAfter)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO),
                refusals()
                        .mapToLong(Reply.Busy::arrival)
                        .filter(arrival -> arrival > 0)
                        .min()
                        .orElse(0),
                holders().entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse(null));
    }

    BackendFailure failure() {
        return quorum.missed(
                count(ballot -> ballot.failure() == null),
                all().map(Ballot::failure).filter(Objects::nonNull).toList());
    }

    private Map<String, Long> holders() {
        return all().map(Ballot::holder)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private Stream<Reply.Busy> refusals() {
        return all().map(Ballot::reply).filter(Reply.Busy.class::isInstance).map(Reply.Busy.class::cast);
    }

    private int count(Predicate<Ballot> which) {
        int count = 0;
        for (Ballot ballot : cast) {
            if (ballot != null && which.test(ballot)) {
                count++;
            }
        }
        return count;
    }

    private Stream<Ballot> all() {
        return Arrays.stream(cast).filter(Objects::nonNull);
    }
}
