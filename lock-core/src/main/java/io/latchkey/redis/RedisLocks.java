package io.latchkey.redis;

import io.latchkey.LockListener;
import io.latchkey.LockOverview;
import io.latchkey.Locks;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import io.latchkey.NamedReadWriteLock;
import io.latchkey.NamedSemaphore;
import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Locks in Redis, for every process that uses the same server and key prefix.
 *
 * <p>Closing it turns waiters away, gives back what is held, and ends its thread and its subscription. The connection
 * factory stays the caller's.
 */
public final class RedisLocks implements Locks, LockOverview, AutoCloseable {

    private static final Set<LockKind> RED = EnumSet.of(LockKind.RED);

    /** Nobody holds a latch, and red locks live on servers of their own. */
    private static final Set<LockKind> HELD_HERE = EnumSet.complementOf(EnumSet.of(LockKind.LATCH, LockKind.RED));

    private final EngineLocks locks;
    private final @Nullable EngineLocks redLocks;

    private RedisLocks(EngineLocks locks, @Nullable EngineLocks redLocks) {
        this.locks = locks;
        this.redLocks = redLocks;
    }

    /**
     * Starts to describe locks on the given Redis.
     *
     * @param connectionFactory a Lettuce connection factory, whatever it connects to
     */
    public static Builder builder(RedisConnectionFactory connectionFactory) {
        return new Builder(given("connectionFactory", connectionFactory));
    }

    @Override
    public NamedLock reentrant(String name) {
        return locks.reentrant(name);
    }

    @Override
    public NamedLock fair(String name) {
        return locks.fair(name);
    }

    @Override
    public NamedReadWriteLock readWrite(String name) {
        return locks.readWrite(name);
    }

    @Override
    public NamedLock multi(NamedLock... members) {
        return locks.multi(members);
    }

    @Override
    public NamedLock red(String name) {
        if (redLocks == null) {
            throw new IllegalStateException(
                    "red locks need three or more independent Redis servers: name them with redLockNodes(…) of the builder, or latchkey.red-lock.nodes");
        }
        return redLocks.red(name);
    }

    @Override
    public NamedSemaphore semaphore(String name, int permits) {
        return locks.semaphore(name, permits);
    }

    @Override
    public NamedCountDownLatch countDownLatch(String name) {
        return locks.countDownLatch(name);
    }

    @Override
    public List<Held> held() {
        return everywhere(EngineLocks::held);
    }

    @Override
    public List<Waiting> waiting() {
        return everywhere(EngineLocks::waiting);
    }

    @Override
    public List<Holder> holders(String name) {
        return everywhere(each -> each.holders(name, each == redLocks ? RED : HELD_HERE));
    }

    private <T> List<T> everywhere(Function<EngineLocks, List<T>> look) {
        return Stream.concat(Stream.of(locks), Stream.ofNullable(redLocks))
                .map(look)
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public void close() {
        try {
            if (redLocks != null) {
                redLocks.close();
            }
        } finally {
            locks.close();
        }
    }

    private static <T> T given(String what, T value) {
        if (value == null) {
            throw new IllegalArgumentException(what + " must not be null");
        }
        return value;
    }

    /** Describes locks in Redis; every setting has a default. */
    public static final class Builder {

        private static final Duration SHORTEST_WAITER_TIMEOUT = Duration.ofMillis(100);
        private static final Duration LONGEST_WAITER_TIMEOUT = Duration.ofHours(1);

        private final RedisConnectionFactory connectionFactory;
        private final List<LockListener> listeners = new ArrayList<>();
        private String keyPrefix = "latchkey:";
        private Duration leaseTime = Duration.ofSeconds(30);
        private Duration commandTimeout = Duration.ofSeconds(2);
        private Duration fairWaiterTimeout = Duration.ofSeconds(5);
        private List<RedisConnectionFactory> redLockNodes = List.of();
        private Duration redLockNodeTimeout = Duration.ofSeconds(1);
        private ReplicaPolicy replicas = ReplicaPolicy.NONE;
        private boolean connectInBackground;
        private Seams seams = Seams.NONE;

        private Builder(RedisConnectionFactory connectionFactory) {
            this.connectionFactory = connectionFactory;
        }

        /** What every key and channel begins with; {@code latchkey:} by default. */
        public Builder keyPrefix(String keyPrefix) {
            this.keyPrefix = keyPrefix;
            return this;
        }

        /** How long a lock that the watchdog renews outlives its process; 30 seconds by default. */
        public Builder leaseTime(Duration leaseTime) {
            this.leaseTime = leaseTime;
            return this;
        }

        /** How long one answer of Redis may take; 2 seconds by default. */
        public Builder commandTimeout(Duration commandTimeout) {
            this.commandTimeout = commandTimeout;
            return this;
        }

        /**
         * How long a place in line for a fair lock is kept for a process that does not show that it lives; 5 seconds by
         * default. One that lives keeps its place however long it waits.
         */
        public Builder fairWaiterTimeout(Duration fairWaiterTimeout) {
            this.fairWaiterTimeout = fairWaiterTimeout;
            return this;
        }

        /**
         * The servers that decide together on red locks: an odd number of at least three, which share nothing. None by
         * default. They stay the caller's.
         */
        public Builder redLockNodes(Collection<? extends RedisConnectionFactory> nodes) {
            if (nodes == null || nodes.stream().anyMatch(Objects::isNull)) {
                throw new IllegalArgumentException("redLockNodes must not be null, nor have null among them");
            }
            this.redLockNodes = List.copyOf(nodes);
            return this;
        }

        /** How long a red lock's server is waited for when the others have not decided; 1 second by default. */
        public Builder redLockNodeTimeout(Duration nodeTimeout) {
            this.redLockNodeTimeout = nodeTimeout;
            return this;
        }

        /**
         * How many replicas must have a lock before it counts as taken; none by default.
         *
         * <p>A lock that fewer have confirmed in time is given back, and asked for again while its caller waits. It costs one
         * connection more for each server. It makes the loss of a lock by a failover less likely, and does not rule it out.
         *
         * @param replicas 0 or more, for each master
         * @param timeout how long they may take: at most a third of the lease time, and half of the command time-out
         */
        public Builder replicas(int replicas, Duration timeout) {
            this.replicas = new ReplicaPolicy(replicas, timeout);
            return this;
        }

        /**
         * Has {@link #build()} return before Redis is connected, and whoever comes first wait for that; so an application starts
         * sooner. By default it is connected first.
         */
        public Builder connectInBackground() {
            this.connectInBackground = true;
            return this;
        }

        /** Adds somebody to be told what happens to the locks. */
        public Builder listener(LockListener listener) {
            listeners.add(given("listener", listener));
            return this;
        }

        /** The clock of all leases and waits; for tests. */
        public Builder ticker(Ticker ticker) {
            this.seams = seams.withTicker(given("ticker", ticker));
            return this;
        }

        /** What runs the watchdog; by default a daemon thread of its own. It is not closed with the locks. */
        public Builder scheduler(ScheduledExecutorService scheduler) {
            this.seams = seams.withScheduler(given("scheduler", scheduler));
            return this;
        }

        /**
         * What runs users' code: continuations of futures, {@code onLost} callbacks, listeners. By default each runs at once on a
         * thread of its own, virtual from JDK 24 on, so that one that blocks holds up nothing else; with an executor that has
         * few threads, it holds up those that follow it there. It is not closed with the locks.
         */
        public Builder callbackExecutor(Executor callbackExecutor) {
            this.seams = seams.withCallbacks(given("callbackExecutor", callbackExecutor));
            return this;
        }

        /**
         * Connects, unless told otherwise, and starts.
         *
         * @throws IllegalArgumentException when a setting is out of range; the message names it
         */
        public RedisLocks build() {
            EngineSettings settings = new EngineSettings(leaseTime, commandTimeout, listeners, seams);
            if (fairWaiterTimeout == null
                    || fairWaiterTimeout.compareTo(SHORTEST_WAITER_TIMEOUT) < 0
                    || fairWaiterTimeout.compareTo(LONGEST_WAITER_TIMEOUT) > 0) {
                throw new IllegalArgumentException(
                        "fairWaiterTimeout must be between 100 milliseconds and one hour, was " + fairWaiterTimeout);
            }
            replicas.check(leaseTime, commandTimeout);
            RedisKeys keys = new RedisKeys(keyPrefix);
            Optional<RedLockNodes> red = redLockNodes.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new RedLockNodes(redLockNodes, keyPrefix, redLockNodeTimeout));
            RedisLink link = new RedisLink(connectionFactory, connectInBackground && !replicas.isOn());
            EngineLocks locks = new EngineLocks(
                    new RedisBackend(link, keys, commandTimeout, fairWaiterTimeout, replicas), settings);
            try {
                return new RedisLocks(
                        locks,
                        red.map(nodes -> nodes.open(leaseTime, listeners, seams))
                                .orElse(null));
            } catch (RuntimeException e) {
                locks.close();
                throw e;
            }
        }
    }
}
