package io.latchkey.composite;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Red locks: several independent servers, of which more than half must agree. Each is asked for everything, all at once,
 * and no slow or dead one is waited for where the others decide. Everything else, deadlines, renewal and loss, is the
 * engine's: it counts a lease from before the nodes were asked, so the time the election took is not part of it.
 */
public final class QuorumBackend implements LockBackend {

    /** What is lost less than this after a renewal was sent may be mended without asking whether it is still wanted. */
    private static final long MENDABLE_NANOS = 1_000_000_000;

    private final List<Node> nodes;
    private final Quorum quorum;
    private final TimeLimit nodeTimeout;

    /**
     * @param backends one for each server
     * @param nodeTimeout how long a server is waited for when the others do not decide
     * @param leaseTime how long what could not be given back is asked back
     */
    public QuorumBackend(List<? extends LockBackend> backends, Duration nodeTimeout, Duration leaseTime) {
        this(backends, Quorum.of(backends.size()), nodeTimeout, leaseTime);
    }

    QuorumBackend(List<? extends LockBackend> backends, Quorum quorum, Duration nodeTimeout, Duration leaseTime) {
        this.nodes =
                backends.stream().map(backend -> new Node(backend, leaseTime)).toList();
        this.quorum = quorum;
        this.nodeTimeout = new TimeLimit(nodeTimeout.toNanos());
    }

    @Override
    public void start(String process, WakeUps wakeUps) {
        List<CompletableFuture<Void>> starting = new ArrayList<>();
        for (Node node : nodes) {
            CompletableFuture<Void> started = new CompletableFuture<>();
            starting.add(started);
            Thread thread = new Thread(() -> start(node, process, wakeUps, started), "latchkey-red-start");
            thread.setDaemon(true);
            thread.start();
        }
        try {
            CompletableFuture.allOf(starting.toArray(new CompletableFuture<?>[0]))
                    .join();
        } catch (java.util.concurrent.CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    /** Connecting blocks for a while, so that nodes that are away do it side by side. */
    private static void start(Node node, String process, WakeUps wakeUps, CompletableFuture<Void> started) {
        try {
            node.start(process, LockKind.RED, wakeUps);
            started.complete(null);
        } catch (RuntimeException | Error e) {
            started.completeExceptionally(e);
        }
    }

    @Override
    public CompletionStage<Reply> acquire(Acquisition acquisition) {
        return new Election(nodes, quorum, acquisition, null, nodeTimeout).run();
    }

    @Override
    public CompletionStage<Reply> pass(Owner from, Acquisition to) {
        return new Election(nodes, quorum, to, from, nodeTimeout).run();
    }

    @Override
    public int servers() {
        return nodes.size();
    }

    /** One hold at a time: with several, what is known of one could not be told while another is in doubt. */
    @Override
    public int holdsPerRenewal() {
        return 1;
    }

    @Override
    public CompletionStage<BitSet> renew(List<Hold> holds, Duration leaseTime) {
        Hold hold = holds.get(0);
        long sentAt = System.nanoTime();
        List<CompletionStage<Boolean>> votes = new ArrayList<>();
        CompletableFuture<Boolean> renewed = new CompletableFuture<>();
        for (Node node : nodes) {
            CompletionStage<Boolean> vote = node.renew(hold, leaseTime);
            votes.add(vote);
            vote.thenAcceptBoth(renewed, (here, held) -> {
                if (held && !here && System.nanoTime() - sentAt < MENDABLE_NANOS) {
                    mend(node, hold, leaseTime);
                }
            });
        }
        Majority.yes(quorum, votes).whenComplete((held, failure) -> {
            if (failure == null) {
                renewed.complete(held);
            } else {
                renewed.completeExceptionally(failure);
            }
        });
        return renewed.thenApply(QuorumBackend::bit);
    }

    /**
     * A node that has forgotten a lock which the others still hold takes it again, so that a lock outlives nodes that
     * are restarted one after another. Should it be released meanwhile, this comes too late: the node has been told so.
     */
    private static void mend(Node node, Hold hold, Duration leaseTime) {
        node.acquire(new Acquisition(hold.lock(), hold.owner(), leaseTime, Integer.MAX_VALUE, null, null));
    }

    private static BitSet bit(boolean held) {
        BitSet bits = new BitSet(1);
        bits.set(0, held);
        return bits;
    }

    @Override
    public CompletionStage<Boolean> release(Hold hold) {
        return Majority.yes(quorum, ask(node -> node.release(hold)));
    }

    @Override
    public CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket) {
        return Majority.done(quorum, this.<@Nullable Void>ask(node -> node.abandon(hold, ticket)));
    }

    @Override
    public CompletionStage<Boolean> forceRelease(LockId lock) {
        return Majority.yes(quorum, ask(node -> node.forceRelease(lock)));
    }

    @Override
    public CompletionStage<List<Holder>> look(LockId lock) {
        return Majority.of(quorum, ask(node -> node.look(lock)), new HolderOf(quorum));
    }

    @Override
    public String place() {
        return nodes.stream().map(Node::place).sorted().findFirst().orElse("");
    }

    @Override
    public Object store() {
        return nodes.stream().map(Node::store).collect(Collectors.toSet());
    }

    @Override
    public Counters counters() {
        throw new UnsupportedOperationException("red locks count nothing");
    }

    /** Lets what is under way be answered, but does not wait for nodes that are away. */
    @Override
    public void close() {
        long until = System.nanoTime() + nodeTimeout.nanos();
        boolean interrupted = false;
        while (nodes.stream().anyMatch(Node::isBusy) && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(1_000_000);
            interrupted |= Thread.interrupted();
        }
        nodes.forEach(Node::close);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private <T extends @Nullable Object> List<CompletionStage<T>> ask(Function<Node, CompletionStage<T>> question) {
        return nodes.stream().map(question).toList();
    }
}
