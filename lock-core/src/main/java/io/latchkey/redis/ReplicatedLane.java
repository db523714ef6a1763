package io.latchkey.redis;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateAdapter;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A connection of its own on which a grant counts only when enough replicas have it.
 *
 * <p>{@code WAIT} speaks of what its connection wrote before, and keeps the connection from everything else meanwhile. So it is
 * sent right behind the request, for one round trip; and requests that come while one is under way go together
 * behind it, with one {@code WAIT} for all.
 *
 * <p>A connection that was lost in between knows nothing of what it wrote: then {@code WAIT} answers for nothing, and the
 * grant does not count.
 */
final class ReplicatedLane extends RedisConnectionStateAdapter {

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final ReplicaPolicy policy;
    private final List<Request> next = new ArrayList<>();
    private boolean waiting;
    private long waitingSince;
    private final AtomicInteger disconnections = new AtomicInteger();

    ReplicatedLane(StatefulRedisConnection<byte[], byte[]> connection, ReplicaPolicy policy) {
        this.connection = connection;
        this.policy = policy;
        connection.addListener(this);
    }

    boolean isOn(StatefulRedisConnection<byte[], byte[]> other) {
        return connection.equals(other);
    }

    /** Whether nothing has been answered for that long, although something should have been. */
    boolean isSilent(long nanos) {
        synchronized (next) {
            return waiting && System.nanoTime() - waitingSince >= nanos;
        }
    }

    /**
     * Runs a script that may grant something.
     *
     * @param patience how long, in nanoseconds, it may be kept behind others; whoever asked has left then
     */
    CompletionStage<List<Object>> run(ScriptCall call, long patience) {
        if (!connection.isOpen()) {
            // Lettuce would keep the request until the server is back, which may be long after its caller left.
            return CompletableFuture.failedFuture(ReplicatedScripts.notConnected());
        }
        long until = System.nanoTime() + patience;
        return call.run(connection.async(), command -> send(new Request(command, until)), UnaryOperator.identity());
    }

    private CompletionStage<List<Object>> send(Request request) {
        synchronized (next) {
            next.add(request);
            if (waiting) {
                return request.answer;
            }
            begin();
        }
        sendNext();
        return request.answer;
    }

    private void begin() {
        waiting = true;
        waitingSince = System.nanoTime();
    }

    /** Has what is sent meanwhile go together, with one {@code WAIT}. */
    void together(Runnable requests) {
        boolean idle;
        synchronized (next) {
            idle = !waiting;
            if (idle) {
                begin();
            }
        }
        try {
            requests.run();
        } finally {
            if (idle) {
                sendNext();
            }
        }
    }

    private void sendNext() {
        List<Request> together;
        synchronized (next) {
            waiting = !next.isEmpty();
            waitingSince = System.nanoTime();
            together = List.copyOf(next);
            next.clear();
        }
        if (!together.isEmpty()) {
            int before = disconnections.get();
            together.forEach(Request::send);
            acknowledgements().whenComplete((count, failure) -> {
                BackendFailure missing = failure == null
                        ? missing(count, before)
                        : new BackendFailure(
                                Effect.UNKNOWN, "replicas could not be asked: " + failure.getMessage(), failure);
                together.forEach(request -> request.acknowledged(missing));
                sendNext();
            });
        }
    }

    private CompletionStage<Long> acknowledgements() {
        try {
            return connection.async().waitForReplication(policy.replicas(), policy.timeoutMillis());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private @Nullable BackendFailure missing(long count, int disconnectionsBefore) {
        if (disconnections.get() != disconnectionsBefore) {
            return new BackendFailure(
                    Effect.UNKNOWN, "the connection to Redis was lost before replicas had confirmed the grant", null);
        }
        return count >= policy.replicas()
                ? null
                : new BackendFailure(
                        Effect.UNKNOWN,
                        "%d of %d replicas confirmed the grant within %d ms, so it was given back; are they up and connected?"
                                .formatted(count, policy.replicas(), policy.timeoutMillis()),
                        null);
    }

    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
        disconnections.incrementAndGet();
    }

    void close() {
        connection.closeAsync();
    }

    /** A request and what becomes of it. */
    private static final class Request {

        private final Supplier<RedisFuture<List<Object>>> command;
        private final long until;
        private final CompletableFuture<List<Object>> reply = new CompletableFuture<>();
        private final CompletableFuture<List<Object>> answer = new CompletableFuture<>();

        Request(Supplier<RedisFuture<List<Object>>> command, long until) {
            this.command = command;
            this.until = until;
        }

        void send() {
            if (System.nanoTime() - until >= 0) {
                answer.completeExceptionally(ReplicatedScripts.silent());
                return;
            }
            try {
                command.get().whenComplete((value, failure) -> {
                    if (failure != null) {
                        answer.completeExceptionally(failure);
                    } else if (!Replies.isGrant(value)) {
                        // Nothing that a replica would have to know.
                        answer.complete(value);
                    }
                    reply.complete(value);
                });
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        }

        void acknowledged(@Nullable BackendFailure missing) {
            if (missing == null) {
                reply.thenAccept(answer::complete);
            } else {
                answer.completeExceptionally(missing);
            }
        }
    }
}
