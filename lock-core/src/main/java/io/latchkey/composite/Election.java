package io.latchkey.composite;

import io.latchkey.composite.Ballots.Verdict;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request for a red lock, put to all nodes at once. It is decided as soon as enough of them have answered, or when
 * their time is up. What each node did or may still do about it is then set right:
 *
 * <ul>
 *   <li>Won: the lock is ours wherever it was granted, in time or late. Where it was refused, the place in line goes.
 *   <li>Refused: it is given back wherever it was or may have been granted. The places in line stay, to be woken from.
 *   <li>Failed, or gone before it could be passed on: hold and place are given back everywhere.
 * </ul>
 *
 * <p>Giving back does not wait for an overdue answer: on a connection the second request follows the first.
 */
final class Election implements TimeLimit.Limited {

    private static final long SHORTEST_PAUSE_NANOS = 2_000_000;
    private static final int PAUSE_PER_ROUND = 8;

    private final List<Node> nodes;
    private final Acquisition asked;
    private final @Nullable Owner from;
    private final TimeLimit limit;
    private final long startedAt = System.nanoTime();
    private final Hold hold;
    private final Ballots ballots;
    private final CompletableFuture<Reply> result = new CompletableFuture<>();
    private @Nullable Verdict verdict;

    /**
     * @param from the owner that passes the lock on; null when nobody here has it
     * @param limit how long nodes are waited for
     */
    Election(List<Node> nodes, Quorum quorum, Acquisition asked, @Nullable Owner from, TimeLimit limit) {
        this.nodes = nodes;
        this.asked = asked;
        this.from = from;
        this.limit = limit;
        this.hold = new Hold(asked.lock(), asked.owner());
        this.ballots = new Ballots(quorum);
    }

    CompletionStage<Reply> run() {
        for (int i = 0; i < nodes.size(); i++) {
            int node = i;
            ask(nodes.get(i)).whenComplete((answer, failure) -> {
                Ballot ballot = failure == null ? answer : Ballot.failed(failure);
                change(effects -> cast(node, ballot, effects));
            });
        }
        if (!result.isDone()) {
            limit.start(this);
        }
        return result;
    }

    @Override
    public boolean isOver() {
        return result.isDone();
    }

    @Override
    public void timeUp() {
        change(effects -> decide(ballots.verdict(true), effects));
    }

    /** A node that has nothing to pass on, as it was away when the lock was taken, is asked for the lock anew. */
    private CompletionStage<Ballot> ask(Node node) {
        if (from == null) {
            return node.acquire(asked).thenApply(Ballot::of);
        }
        return node.pass(from, asked)
                .thenCompose(reply -> reply instanceof Reply.Gone
                        ? node.acquire(asked).thenApply(Ballot::afterGone)
                        : CompletableFuture.completedFuture(Ballot.of(reply)));
    }

    /** Does some work under the monitor, and outside of it what follows: a node may answer on the spot. */
    private void change(Consumer<List<Runnable>> work) {
        List<Runnable> effects = new ArrayList<>();
        synchronized (this) {
            work.accept(effects);
        }
        effects.forEach(Runnable::run);
    }

    // ---- from here on the caller holds the monitor

    private void cast(int node, Ballot ballot, List<Runnable> effects) {
        ballots.cast(node, ballot);
        // We ask, so we do not hold: what is held in our name is left from an earlier request that arrived late.
        ballot.ghostOf(asked.owner())
                .ifPresent(ghost -> effects.add(() -> nodes.get(node).abandon(new Hold(asked.lock(), ghost), null)));
        if (verdict == null) {
            decide(ballots.verdict(false), effects);
        } else if (verdict == Verdict.WON) {
            setRight(node, effects);
        }
    }

    private void decide(@Nullable Verdict decision, List<Runnable> effects) {
        if (decision == null || verdict != null) {
            return;
        }
        verdict = decision;
        for (int i = 0; i < nodes.size(); i++) {
            setRight(i, effects);
        }
        effects.add(answer(decision));
    }

    private void setRight(int index, List<Runnable> effects) {
        Node node = nodes.get(index);
        Ballot ballot = ballots.of(index);
        if (verdict == Verdict.WON) {
            if (ballot != null && ballot.isRefusal() && asked.ticket() != null) {
                effects.add(() -> node.abandon(new Hold(asked.lock(), before(asked.owner())), asked.ticket()));
            }
        } else if (verdict != Verdict.REFUSED) {
            effects.add(() -> node.abandon(hold, asked.ticket()));
        } else if (ballot == null || !ballot.isRefusal()) {
            effects.add(() -> node.abandon(hold, null));
        }
    }

    /** To leave the line without a mark that the acquisition has ended: it has not, and the node may be asked again. */
    private static Owner before(Owner owner) {
        return new Owner(owner.process(), owner.thread(), Math.max(1, owner.acquisition() - 1));
    }

    private Runnable answer(Verdict decision) {
        if (decision == Verdict.WON) {
            // Red locks have no fencing token: the nodes count each for itself.
            return () -> result.complete(new Reply.Acquired(0));
        }
        if (decision == Verdict.GONE) {
            return () -> result.complete(new Reply.Gone());
        }
        if (decision == Verdict.FAILED) {
            RuntimeException failure = ballots.failure();
            return () -> result.completeExceptionally(failure);
        }
        Reply.Busy refusal = ballots.refusal();
        return from == null && asked.ticket() != null && ballots.isSplit()
                ? () -> answerLater(refusal)
                : () -> result.complete(refusal);
    }

    /**
     * Several ask at once and nobody has got enough: all give back what they have and try again after a time of their own,
     * so that one of them comes first. Its wake-ups, which come from the others' giving back, must not make it sooner.
     */
    private void answerLater(Reply.Busy refusal) {
        Reply again = new Reply.Busy(Duration.ZERO, refusal.arrival(), refusal.holder());
        Timer.after(pause(System.nanoTime() - startedAt, limit.nanos()), () -> result.complete(again));
    }

    /** A random time, of which there is more room for the slower the nodes answered; in nanoseconds. */
    static long pause(long roundTook, long limit) {
        long bound = Math.max(SHORTEST_PAUSE_NANOS, PAUSE_PER_ROUND * roundTook);
        return ThreadLocalRandom.current().nextLong(Math.min(bound, limit / 2 + 1));
    }
}
