package io.latchkey.memory;

import io.latchkey.LockListener;
import io.latchkey.Locks;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import io.latchkey.NamedReadWriteLock;
import io.latchkey.NamedSemaphore;
import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.spi.Ticker;
import java.time.Duration;
import java.util.List;

/**
 * Locks inside this JVM: for tests, and for an application that runs in one process.
 *
 * <p>They behave as locks in Redis do, leases and fencing tokens included, and need no server.
 */
public final class InMemoryLocks implements Locks, AutoCloseable {

    private static final Duration LEASE_TIME = Duration.ofSeconds(30);
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

    private final EngineLocks locks;

    private InMemoryLocks(EngineLocks locks) {
        this.locks = locks;
    }

    /** Locks of their own: two of these share nothing. */
    public static InMemoryLocks create(LockListener... listeners) {
        EngineSettings settings =
                new EngineSettings(LEASE_TIME, COMMAND_TIMEOUT, List.of(listeners), EngineSettings.Seams.NONE);
        return new InMemoryLocks(new EngineLocks(new InMemoryBackend(new InMemoryStore(Ticker.SYSTEM)), settings));
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
    public void close() {
        locks.close();
    }
}
