package io.latchkey.engine;

import io.latchkey.LockOverview;
import io.latchkey.Locks;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import io.latchkey.NamedReadWriteLock;
import io.latchkey.NamedSemaphore;
import io.latchkey.composite.MultiLock;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Locks on any backend. Closing it gives back what is held, turns waiters away and closes the backend. */
public final class EngineLocks implements Locks, LockOverview, AutoCloseable {

    /** Nobody holds a latch. */
    private static final Set<LockKind> KINDS_WITH_HOLDERS = EnumSet.complementOf(EnumSet.of(LockKind.LATCH));

    private final LockEngine engine;
    private final ThreadHolds holds = new ThreadHolds();

    public EngineLocks(LockBackend backend, EngineSettings settings) {
        this(new LockEngine(backend, settings));
    }

    EngineLocks(LockEngine engine) {
        this.engine = engine;
    }

    @Override
    public NamedLock reentrant(String name) {
        return new ThreadBoundLock(engine, holds, new LockId(LockKind.REENTRANT, name));
    }

    @Override
    public NamedLock fair(String name) {
        return new ThreadBoundLock(engine, holds, new LockId(LockKind.FAIR, name));
    }

    @Override
    public NamedReadWriteLock readWrite(String name) {
        return new EngineReadWriteLock(
                engine, holds, new LockId(LockKind.READ, name), new LockId(LockKind.WRITE, name));
    }

    @Override
    public NamedLock multi(NamedLock... members) {
        return MultiLock.of(members);
    }

    @Override
    public NamedLock red(String name) {
        return new ThreadBoundLock(engine, holds, new LockId(LockKind.RED, name));
    }

    @Override
    public NamedSemaphore semaphore(String name, int permits) {
        return new EngineSemaphore(engine, new LockId(LockKind.SEMAPHORE, name), permits);
    }

    @Override
    public NamedCountDownLatch countDownLatch(String name) {
        return new EngineCountDownLatch(engine, new LockId(LockKind.LATCH, name));
    }

    @Override
    public List<Held> held() {
        return new EngineOverview(engine).held();
    }

    @Override
    public List<Waiting> waiting() {
        return new EngineOverview(engine).waiting();
    }

    @Override
    public List<Holder> holders(String name) {
        return holders(name, KINDS_WITH_HOLDERS);
    }

    /** Who holds locks of that name and of these kinds, for a backend that does not know the others. */
    public List<Holder> holders(String name, Set<LockKind> kinds) {
        return kinds.stream()
                .flatMap(kind -> engine.look(new LockId(kind, name)).stream()
                        .map(holder -> new Holder(kind.label(), holder.owner(), holder.remaining())))
                .toList();
    }

    @Override
    public void close() {
        engine.close();
    }
}
