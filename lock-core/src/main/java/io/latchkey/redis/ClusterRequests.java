package io.latchkey.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.SlotHash;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was sent to a cluster and has not been answered.
 *
 * <p>Lettuce keeps a request for the node it was meant for, as long as that node is away, also when another has long taken
 * its place. So while a node is silent this asks Lettuce to look who owns its slots now, which by itself it does seldom, or
 * never if so configured, and sends what waits to the new owner: every request may be carried out twice.
 */
final class ClusterRequests {

    private static final long SILENCE_MILLIS = 700;

    private final ClusterView view;
    private final AtomicLong made = new AtomicLong();
    private final Set<Request> underWay = ConcurrentHashMap.newKeySet();
    /** Whether a look at them is due; one is enough for all. */
    private final AtomicBoolean watched = new AtomicBoolean();

    ClusterRequests(ClusterView view) {
        this.view = view;
    }

    /** Sends a request about a key, as often as it takes for an answer. */
    CompletionStage<List<Object>> send(byte[] key, Supplier<RedisFuture<List<Object>>> command) {
        Request request = new Request(SlotHash.getSlot(key), command);
        request.send();
        watch();
        return request.answer;
    }

    private void watch() {
        if (!watched.get() && watched.compareAndSet(false, true)) {
            try {
                var unused = view.client()
                        .getResources()
                        .eventExecutorGroup()
                        .schedule(this::look, SILENCE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                // The client has been shut down, and nothing will be answered any more.
                watched.set(false);
            }
        }
    }

    private void look() {
        watched.set(false);
        long longAgo = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(SILENCE_MILLIS);
        if (underWay.stream().anyMatch(request -> request.sentAt - longAgo <= 0)) {
            follow();
            view.refresh(this::follow);
        }
        if (!underWay.isEmpty()) {
            watch();
        }
    }

    /**
     * A node that cannot be reached need not be silent: where there is no connection to it, each request fails at once. It may
     * have been replaced.
     */
    private void lookAfter(Throwable failure) {
        if (!(failure instanceof RedisCommandExecutionException)) {
            view.look();
        }
    }

    /** In the order they were made in: what clears up after a request must not come before it. */
    private void follow() {
        underWay.stream()
                .sorted(Comparator.comparingLong(request -> request.number))
                .forEach(Request::follow);
    }

    private final class Request {

        private final long number = made.incrementAndGet();
        private final int slot;
        private final Supplier<RedisFuture<List<Object>>> command;
        private final CompletableFuture<List<Object>> answer = new CompletableFuture<>();
        private volatile long sentAt;
        private volatile @Nullable String sentTo;
        private volatile @Nullable RedisFuture<List<Object>> sent;

        Request(int slot, Supplier<RedisFuture<List<Object>>> command) {
            this.slot = slot;
            this.command = command;
        }

        void send() {
            long now = System.nanoTime();
            String owner = view.ownerOf(slot);
            RedisFuture<List<Object>> future = command.get();
            sentAt = now;
            sentTo = owner;
            sent = future;
            // Only what was sent, for what cannot be is never answered.
            underWay.add(this);
            future.whenComplete((reply, failure) -> {
                // One that was sent again somewhere else does not count; Lettuce cancels, too, what it cannot send.
                if (future == sent || !future.isCancelled()) {
                    underWay.remove(this);
                    if (failure == null) {
                        answer.complete(reply);
                    } else {
                        lookAfter(failure);
                        answer.completeExceptionally(failure);
                    }
                }
            });
        }

        /** Sends it to the node that owns its slot now, if that is another; what still waits for the old one is dropped. */
        synchronized void follow() {
            String owner = view.ownerOf(slot);
            RedisFuture<List<Object>> before = sent;
            if (owner != null && before != null && !answer.isDone() && !owner.equals(sentTo)) {
                try {
                    send();
                    before.cancel(false);
                } catch (RuntimeException e) {
                    // The connection is gone, and whoever waits hears it of the request that was sent before.
                }
            }
        }
    }
}
