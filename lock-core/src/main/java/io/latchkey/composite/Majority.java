package io.latchkey.composite;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A question to all nodes that is answered as soon as enough of them have answered; the others are not waited for.
 *
 * @param <A> what a node answers
 * @param <R> what follows from the answers
 */
final class Majority<A extends @Nullable Object, R> {

    private final Quorum quorum;
    private final Function<List<A>, @Nullable R> verdict;
    private final List<A> answers = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final CompletableFuture<R> result = new CompletableFuture<>();

    private Majority(Quorum quorum, Function<List<A>, @Nullable R> verdict) {
        this.quorum = quorum;
        this.verdict = verdict;
    }

    /** What the verdict first makes of the answers that are there; it is null while more are needed. */
    static <A extends @Nullable Object, R> CompletableFuture<R> of(
            Quorum quorum, List<CompletionStage<A>> votes, Function<List<A>, @Nullable R> verdict) {
        Majority<A, R> majority = new Majority<>(quorum, verdict);
        votes.forEach(vote -> vote.whenComplete(majority::voted));
        return majority.result;
    }

    /** What a quorum says, or what can no longer be outvoted. */
    static CompletableFuture<Boolean> yes(Quorum quorum, List<CompletionStage<Boolean>> votes) {
        return of(quorum, votes, answers -> {
            int yes = (int) answers.stream().filter(answer -> answer).count();
            if (quorum.isReached(yes)) {
                return true;
            }
            return quorum.isOutOfReach(answers.size() - yes) ? false : null;
        });
    }

    /** Done when it is done at a quorum. */
    static CompletableFuture<@Nullable Void> done(Quorum quorum, List<CompletionStage<@Nullable Void>> votes) {
        return of(quorum, votes, answers -> quorum.isReached(answers.size()) ? Boolean.TRUE : null)
                .thenApply(done -> null);
    }

    private void voted(A answer, @Nullable Throwable failure) {
        R decision = null;
        Throwable missed = null;
        synchronized (this) {
            if (result.isDone()) {
                return;
            }
            if (failure == null) {
                answers.add(answer);
                decision = verdict.apply(answers);
            } else {
                failures.add(failure);
            }
            boolean complete = answers.size() + failures.size() == quorum.nodes();
            if (decision == null && (complete || quorum.isOutOfReach(failures.size()))) {
                missed = quorum.missed(answers.size(), failures);
            }
        }
        if (decision != null) {
            result.complete(decision);
        } else if (missed != null) {
            result.completeExceptionally(missed);
        }
    }
}
