package io.latchkey.memory;

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
import io.latchkey.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Locks inside this JVM: for tests, and for an application that runs in one process.
 *
 * <p>They behave as locks in Redis do, leases and fencing tokens included, and need no server.
 */
public final class InMemoryLocks implements Locks, LockOverview, AutoCloseable {

    /** The memory answers on the spot. */
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

    private final EngineLocks locks;

    private InMemoryLocks(EngineLocks locks) {
        this.locks = locks;
    }

    /** Locks of their own: two of these share nothing. */
    public static InMemoryLocks create(LockListener... listeners) {
        Builder builder = builder();
        List.of(listeners).forEach(builder::listener);
        return builder.build();
    }

    /** Starts to describe locks in this JVM. */
    public static Builder builder() {
        return new Builder();
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

    /** A lock with the name space of red locks, and without a fencing token as they are. */
    @Override
    public NamedLock red(String name) {
        return locks.red(name);
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
        return locks.held();
    }

    @Override
    public List<Waiting> waiting() {
        return locks.waiting();
    }

    @Override
    public List<Holder> holders(String name) {
        return locks.holders(name);
    }

    @Override
    public void close() {
        locks.close();
    }

    /** Describes locks in this JVM; every setting has a default. */
    public static final class Builder {

        private final List<LockListener> listeners = new ArrayList<>();
        private Duration leaseTime = Duration.ofSeconds(30);
        private Seams seams = Seams.NONE;

        private Builder() {}

        /** How long a lock lasts between two renewals of the watchdog; 30 seconds by default. */
        public Builder leaseTime(Duration leaseTime) {
            this.leaseTime = leaseTime;
            return this;
        }

        /** Adds somebody to be told what happens to the locks. */
        public Builder listener(LockListener listener) {
            if (listener == null) {
                throw new IllegalArgumentException("listener must not be null");
            }
            listeners.add(listener);
            return this;
        }

        /**
         * What runs users' code: continuations of futures, {@code onLost} callbacks, listeners. By default each runs at once on a
         * thread of its own, virtual from JDK 24 on, so that one that blocks holds up nothing else. It is not closed with the locks.
         */
        public Builder callbackExecutor(Executor callbackExecutor) {
            if (callbackExecutor == null) {
                throw new IllegalArgumentException("callbackExecutor must not be null");
            }
            this.seams = seams.withCallbacks(callbackExecutor);
            return this;
        }

        /**
         * Starts.
         *
         * @throws IllegalArgumentException when the lease time is out of range
         */
        public InMemoryLocks build() {
            EngineSettings settings = new EngineSettings(leaseTime, COMMAND_TIMEOUT, listeners, seams);
            return new InMemoryLocks(new EngineLocks(new InMemoryBackend(new InMemoryStore(Ticker.SYSTEM)), settings));
        }
    }
}
