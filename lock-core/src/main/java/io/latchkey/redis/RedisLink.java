package io.latchkey.redis;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Runs scripts on the connection of the application's own connection factory.
 *
 * <p>Scripts go to Lettuce's asynchronous commands, so no thread waits for an answer and every caller keeps a deadline of
 * its own on the shared connection. Lettuce re-establishes a lost connection by itself; the first connection, which
 * blocks, is made by a thread of its own.
 */
final class RedisLink implements ScriptRunner, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);

    /** The least time between two attempts to get ready on a connection that works. */
    private static final long PAUSE_NANOS = 1_000_000_000;

    /**
     * A connection in use.
     *
     * @param lent what the factory gave us and must get back
     */
    private record Connected(
            RedisConnection lent,
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            Outbox outbox,
            @Nullable ClusterRequests cluster) {

        /** Runs a script; on a cluster, after the key if it moves before the answer. */
        CompletionStage<List<Object>> run(ScriptCall call, byte[] key, UnaryOperator<Throwable> meaning) {
            return cluster == null
                    ? outbox.send(call, meaning)
                    : call.run(commands, command -> cluster.send(key, command), meaning);
        }
    }

    private final RedisConnectionFactory factory;
    private final boolean inBackground;
    private final AtomicReference<@Nullable CompletableFuture<Void>> connecting = new AtomicReference<>();
    /** Completed when the first attempt to connect has ended; until then whoever uses the link waits for it. */
    private final CompletableFuture<@Nullable Void> first = new CompletableFuture<>();

    private volatile @Nullable Connected connected;
    private volatile @Nullable ClusterView view;
    private volatile Supplier<Collection<Script>> scripts = List::of;
    private volatile Runnable whenConnected = () -> {};
    /** Whether what is to be done once connected has been done. */
    private volatile boolean ready;

    private volatile long readyAgainAt;
    private volatile @Nullable Thread connector;
    private volatile String reason = "not connected yet";
    private volatile boolean closed;

    /**
     * A link that is not connected yet.
     *
     * @param inBackground whether it is connected while others go on, and the first to use it wait; where it can be known
     *     before that the factory will do
     */
    RedisLink(RedisConnectionFactory factory, boolean inBackground) {
        this.factory = factory;
        this.inBackground = inBackground && factory instanceof LettuceConnectionFactory;
    }

    /**
     * Connects; returns when that is done, has failed, or has taken its time and goes on in the background.
     *
     * @param scripts what the server is taught before it is asked for anything, so that the first use of each is not sent
     *     twice; asked for by the thread that connects
     * @param whenConnected done while locks work already; may fail, and is done again then
     */
    void start(Supplier<Collection<Script>> scripts, Runnable whenConnected, long patienceMillis) {
        this.scripts = scripts;
        this.whenConnected = whenConnected;
        CompletableFuture<?> attempt = connect();
        if (inBackground) {
            attempt.whenComplete((done, failure) -> {
                if (failure != null) {
                    tellUnreachable();
                }
            });
            return;
        }
        first.complete(null);
        try {
            attempt.get(patienceMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException e) {
            if (e.getCause() instanceof IllegalArgumentException wrongUse) {
                throw wrongUse;
            }
            tellUnreachable();
        } catch (java.util.concurrent.TimeoutException e) {
            log.warn("connecting to Redis takes longer than {} ms; it goes on in the background", patienceMillis);
        }
    }

    private void tellUnreachable() {
        if (connected == null && !closed) {
            log.warn("Redis cannot be reached yet; taking a lock fails until it can: {}", reason);
        }
    }

    /** Where it leads, in words that are the same in every process that is configured alike. */
    String address() {
        return RedisAddress.place(factory);
    }

    /** Equal for links that surely lead to the same data. */
    Object data() {
        return RedisAddress.data(factory);
    }

    /**
     * Whether keys live on several servers, each with the slots that are its own. It is known before there is a connection:
     * what is taken together must not depend on when that was asked.
     */
    boolean isCluster() {
        return factory instanceof LettuceConnectionFactory lettuce && lettuce.isClusterAware();
    }

    @Override
    public CompletionStage<List<Object>> run(Script script, byte[][] keys, byte[]... args) {
        Connected current = connected;
        if (current == null && !first.isDone()) {
            return first.thenCompose(ended -> run(script, keys, args));
        }
        if (current == null) {
            connect();
            return failed(new BackendFailure(Effect.NONE_FOR_NOW, "Redis cannot be reached: " + reason, null));
        }
        if (!ready && System.nanoTime() - readyAgainAt >= 0) {
            connect();
        }
        try {
            return current.run(new ScriptCall(script, keys, args), keys[0], e -> failure(current, e));
        } catch (RuntimeException e) {
            return failed(failure(current, e));
        }
    }

    /** Makes sure that a connection that is gone for good is noticed and replaced. */
    void check() {
        Connected current = connected;
        if (current == null || !ready) {
            connect();
            return;
        }
        try {
            current.commands.ping().exceptionally(e -> {
                failure(current, e);
                return null;
            });
        } catch (RuntimeException e) {
            failure(current, e);
        }
    }

    /** Has what is done once connected done anew, such as opening connections, when the server has shown that it answers. */
    CompletionStage<?> getReadyAgain() {
        Connected current = connected;
        if (current == null) {
            return connect();
        }
        try {
            return current.commands.ping().thenCompose(pong -> {
                ready = false;
                return connect();
            });
        } catch (RuntimeException e) {
            return failed(failure(current, e));
        }
    }

    /** Tells the operator what can be seen to be unwise. Completes when the server has answered all that was sent before. */
    CompletionStage<?> advise(RedisKeys keys) {
        Connected current = connected;
        return current == null
                ? CompletableFuture.completedFuture(null)
                : new Advisor(factory, current.commands).advise(keys);
    }

    /** How this process hears of locks that may be free, on connections of its own. */
    WakeUpSource wakeUps(RedisKeys keys, WakeUpMessages messages) {
        return isCluster()
                ? new ClusterSubscriptions(() -> clusterView().orElseThrow(), keys, messages)
                : new WakeUpSubscription(factory::getConnection, messages);
    }

    /** Where replicas are waited for, on connections of its own. */
    ReplicatedLanes lanes(ReplicaPolicy policy) {
        if (!(factory instanceof LettuceConnectionFactory)) {
            throw wrongFactory();
        }
        return isCluster()
                ? new NodeLanes(() -> clusterView().orElseThrow(), policy)
                : new SingleLane(() -> (RedisClient) Objects.requireNonNull(nativeClient(), "not started"), policy);
    }

    private CompletableFuture<Void> connect() {
        if (closed) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> others = connecting.compareAndExchange(null, mine);
        if (others != null) {
            return others;
        }
        Thread thread = new Thread(() -> connect(mine), "latchkey-connect");
        thread.setDaemon(true);
        connector = thread;
        thread.start();
        return mine;
    }

    private void connect(CompletableFuture<Void> done) {
        try {
            if (connected == null && !closed) {
                open();
            }
            // Those who wait go first. What is yet to be done may take longer than they have patience.
            first.complete(null);
            if (!ready && !closed) {
                getReady();
            }
            connecting.set(null);
            done.complete(null);
        } catch (RuntimeException | Error e) {
            if (!closed) {
                reason = String.valueOf(root(e).getMessage());
            }
            connecting.set(null);
            first.complete(null);
            done.completeExceptionally(e);
        }
    }

    /** Does what is to be done once connected; should it fail, locks work without, and it is tried again. */
    private void getReady() {
        readyAgainAt = System.nanoTime() + PAUSE_NANOS;
        try {
            whenConnected.run();
            ready = true;
        } catch (RuntimeException e) {
            if (!closed) {
                log.warn(
                        "wake-ups cannot be listened for yet, so waiters look by themselves: {}", root(e).getMessage());
            }
            throw e;
        }
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    @SuppressWarnings("unchecked")
    private void open() {
        RedisConnection lent = factory.getConnection();
        if (!(lent.getNativeConnection() instanceof RedisClusterAsyncCommands<?, ?> commands)) {
            lent.close();
            throw wrongFactory();
        }
        RedisClusterAsyncCommands<byte[], byte[]> ours = (RedisClusterAsyncCommands<byte[], byte[]>) commands;
        scripts.get().forEach(script -> ours.scriptLoad(script.source()));
        connected = new Connected(
                lent,
                ours,
                new Outbox(ours),
                clusterView().map(ClusterRequests::new).orElse(null));
        if (closed) {
            close();
        }
    }

    private IllegalArgumentException wrongFactory() {
        return new IllegalArgumentException("Latchkey needs a LettuceConnectionFactory, was "
                + factory.getClass().getName() + "; Lettuce is Spring Boot's default client for Redis");
    }

    /** The same for as long as the application's client is; a restarted connection factory has another. */
    private synchronized Optional<ClusterView> clusterView() {
        ClusterView known = view;
        if (!(nativeClient() instanceof RedisClusterClient client)) {
            return Optional.empty();
        }
        if (known == null || known.client() != client) {
            closeView();
            known = new ClusterView(client);
            view = known;
        }
        return Optional.of(known);
    }

    private synchronized void closeView() {
        if (view != null) {
            view.close();
        }
    }

    private @Nullable AbstractRedisClient nativeClient() {
        return factory instanceof LettuceConnectionFactory lettuce ? lettuce.getNativeClient() : null;
    }

    /** Notes that a connection was closed under us, as a restarted connection factory does, so that a new one is made. */
    private BackendFailure failure(Connected used, Throwable failure) {
        BackendFailure meaning = RedisFailures.of(failure);
        if (isClosed(meaning) && used.equals(connected)) {
            giveUpConnecting();
            reason = "the connection was closed";
            connected = null;
            ready = false;
            readyAgainAt = System.nanoTime();
        }
        return meaning;
    }

    /** Lettuce says so, or, where its threads were its own and are gone too, fails to find them. */
    private static boolean isClosed(BackendFailure failure) {
        return String.valueOf(failure.getMessage()).contains("Connection is closed")
                || failure.getCause() instanceof IllegalStateException
                || failure.getCause() instanceof RejectedExecutionException;
    }

    private static <T> CompletionStage<T> failed(BackendFailure failure) {
        return CompletableFuture.failedFuture(failure);
    }

    @Override
    public void close() {
        closed = true;
        reason = "closed";
        first.complete(null);
        Connected current = connected;
        connected = null;
        if (current != null) {
            current.lent.close();
        }
        closeView();
        giveUpConnecting();
    }

    /** Ends an attempt that may wait for a silent server, or for one of a client that is gone, much longer than anybody can. */
    private void giveUpConnecting() {
        Thread underWay = connector;
        if (underWay != null) {
            underWay.interrupt();
        }
    }
}
