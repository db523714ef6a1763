package io.latchkey.engine;

import io.latchkey.LockListener;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One process: an engine, its connection to the simulated Redis, and its share of the clock. It can be paused, killed, and
 * cut off in the ways a client library is: requests under way are then sent again, or fail, whether they were carried out
 * or not.
 */
final class SimulatedProcess {

    static final Duration LEASE = Duration.ofSeconds(3);
    static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(1);
    static final String LOCK = "simulated";

    /** A request that has been sent and not been answered. */
    private record Sent(Supplier<Object> work, CompletableFuture<Object> answer) {

        /** At the server, with nobody left to hear the answer. */
        void carryOut() {
            Object unused = work.get();
        }
    }

    private final SimulatedWorld world;
    private final SimulatedRedis redis;
    private final Deque<Sent> unanswered = new ArrayDeque<>();
    private final LockKind kind;
    private final double latencyMillis;
    private final boolean flaky;
    private LockBackend.@Nullable WakeUps wakeUps;
    private String name = "";
    private int connection;
    private long lastArrival;
    private long lastReply;
    private boolean killed;
    private boolean subscribed = true;
    private boolean blackHole;
    private long pausedUntil;

    final LockEngine engine;
    final EngineLocks locks;

    SimulatedProcess(
            SimulatedWorld world,
            SimulatedRedis redis,
            LockKind kind,
            double latencyMillis,
            boolean flaky,
            LockListener listener) {
        this.kind = kind;
        this.flaky = flaky;
        this.world = world;
        this.redis = redis;
        this.latencyMillis = latencyMillis;
        Seams seams = new Seams(world, new Scheduler(), this::soon, world.random);
        EngineSettings settings = new EngineSettings(LEASE, COMMAND_TIMEOUT, List.of(listener), seams);
        this.engine = new LockEngine(new Connection(), settings);
        this.locks = new EngineLocks(engine);
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return !killed;
    }

    /** Whether it could take a lock now. */
    boolean isAble() {
        return !killed && !blackHole && world.nanoTime() >= pausedUntil;
    }

    void kill() {
        killed = true;
        subscribed = false;
    }

    void pause(double millis) {
        pausedUntil = Math.max(pausedUntil, world.nanoTime() + (long) (millis * 1e6));
    }

    /** Answers get lost, and requests too, until the connection is made again. */
    void blackHole(double millis) {
        blackHole = true;
        world.inMillis(millis, () -> {
            blackHole = false;
            loseConnection();
        });
    }

    /** What was under way may have been carried out; it is sent again in order, or reported as failed. */
    void loseConnection() {
        connection++;
        lastArrival = 0;
        lastReply = 0;
        List<Sent> lost = List.copyOf(unanswered);
        unanswered.clear();
        boolean replayed = world.chance(0.5);
        double reconnected = 5 + world.around(30);
        for (Sent request : lost) {
            if (replayed) {
                onProcess(reconnected, () -> transmit(request));
            } else {
                onProcess(
                        1,
                        () -> request.answer.completeExceptionally(
                                new BackendFailure(Effect.UNKNOWN, "connection reset", null)));
            }
        }
    }

    /** Wake-ups are lost until the subscription is made again, after which everybody looks. */
    void loseSubscription() {
        subscribed = false;
        world.inMillis(50 + world.around(150), () -> {
            if (!killed) {
                subscribed = true;
                onProcess(0, () -> java.util.Objects.requireNonNull(wakeUps).wakeAll());
            }
        });
    }

    /** A message from the server to this process. */
    boolean wake() {
        if (!subscribed) {
            return false;
        }
        if (!world.chance(0.02)) {
            onProcess(world.around(latencyMillis), () -> java.util.Objects.requireNonNull(wakeUps)
                    .wake(new LockId(kind, LOCK)));
        }
        return true;
    }

    /** Work of this process happens when it is not paused, and not at all when it is dead. */
    void onProcess(double inMillis, Runnable work) {
        world.inMillis(inMillis, () -> {
            if (killed) {
                return;
            }
            long left = pausedUntil - world.nanoTime();
            if (left > 0) {
                onProcess(left / 1e6, work);
            } else {
                work.run();
            }
        });
    }

    private void soon(Runnable work) {
        onProcess(0, work);
    }

    private <T extends @Nullable Object> CompletionStage<T> send(Supplier<T> work) {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        @SuppressWarnings("unchecked")
        Supplier<Object> anyWork = (Supplier<Object>) (Supplier<?>) work;
        transmit(new Sent(anyWork, answer));
        @SuppressWarnings("unchecked")
        CompletionStage<T> typed = (CompletionStage<T>) answer;
        return typed;
    }

    /** In order on one connection, there and back; what was on its way when the connection broke may still arrive. */
    private void transmit(Sent request) {
        unanswered.addLast(request);
        int on = connection;
        boolean swallowed = blackHole && world.chance(0.5);
        double latency = flaky && world.chance(0.03) ? 100 : latencyMillis;
        long arrival = Math.max(lastArrival + 1, world.nanoTime() + (long) (world.around(latency) * 1e6));
        lastArrival = arrival;
        world.in(arrival - world.nanoTime(), () -> {
            if (swallowed || (on != connection && world.chance(0.5))) {
                return;
            }
            if (on != connection) {
                world.inMillis(world.around(200), request::carryOut);
                return;
            }
            Object result = request.work.get();
            long back = Math.max(lastReply + 1, world.nanoTime() + (long) (world.around(latencyMillis) * 1e6));
            lastReply = back;
            world.in(back - world.nanoTime(), () -> {
                if (on == connection && !blackHole && !killed) {
                    onProcess(0, () -> {
                        if (unanswered.remove(request)) {
                            request.answer.complete(result);
                        }
                    });
                }
            });
        });
    }

    private final class Connection implements LockBackend {

        @Override
        public void start(String process, WakeUps listener) {
            name = process;
            wakeUps = listener;
        }

        @Override
        public Duration gatheringTime() {
            return Duration.ofMillis(5);
        }

        @Override
        public CompletionStage<Reply> acquire(Acquisition acquisition) {
            return send(() -> redis.acquire(acquisition));
        }

        @Override
        public CompletionStage<Reply> pass(Owner from, Acquisition to) {
            return send(() -> redis.pass(from, to));
        }

        @Override
        public CompletionStage<BitSet> renew(List<Hold> holds, Duration leaseTime) {
            return send(() -> {
                BitSet held = new BitSet();
                for (int i = 0; i < holds.size(); i++) {
                    held.set(i, redis.renew(holds.get(i), leaseTime));
                }
                return held;
            });
        }

        @Override
        public CompletionStage<Boolean> release(Hold hold) {
            return send(() -> redis.release(hold));
        }

        @Override
        public CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket) {
            return SimulatedProcess.this.<@Nullable Void>send(() -> {
                redis.abandon(hold, ticket);
                return null;
            });
        }

        @Override
        public CompletionStage<Boolean> forceRelease(LockId lock) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<List<Holder>> look(LockId lock) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Counters counters() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }

    /** The part of a scheduler that the engine uses. */
    private final class Scheduler extends AbstractExecutorService implements ScheduledExecutorService {

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            Task task = new Task(command);
            onProcess(unit.toNanos(delay) / 1e6, task);
            return task;
        }

        @Override
        public void execute(Runnable command) {
            soon(command);
        }

        @Override
        public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initial, long period, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    private static final class Task extends FutureTask<@Nullable Void>
            implements RunnableScheduledFuture<@Nullable Void> {

        Task(Runnable command) {
            super(command, null);
        }

        @Override
        public boolean isPeriodic() {
            return false;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int compareTo(Delayed other) {
            throw new UnsupportedOperationException();
        }
    }
}
