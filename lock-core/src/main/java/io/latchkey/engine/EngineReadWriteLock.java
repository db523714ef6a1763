package io.latchkey.engine;

import io.latchkey.NamedLock;
import io.latchkey.NamedReadWriteLock;
import io.latchkey.spi.LockId;
import io.latchkey.spi.ThreadName;

/** A read-write lock as its user sees it: two thread-bound locks, of which each knows what the other holds. */
final class EngineReadWriteLock implements NamedReadWriteLock {

    private final LockId writing;
    private final NamedLock readLock;
    private final NamedLock writeLock;

    EngineReadWriteLock(LockEngine engine, ThreadHolds holds, LockId reading, LockId writing) {
        this.writing = writing;
        this.readLock = new ThreadBoundLock(engine, holds, reading, request -> {
            ThreadHold writer = holds.current(writing);
            return writer == null || !writer.lease.isValid() ? request : request.under(writer.lease.run.owner);
        });
        this.writeLock = new ThreadBoundLock(engine, holds, writing, request -> {
            ThreadHold reader = holds.current(reading);
            // Who does not wait is told that the lock is busy, as it is.
            if (request.waitNanos() > 0 && reader != null && reader.lease.isValid()) {
                throw new IllegalMonitorStateException(
                        "thread '%s' reads under '%s' and would wait for itself: unlock the read lock before taking the write lock, or take the write lock first"
                                .formatted(ThreadName.current(), writing.printable()));
            }
            return request;
        });
    }

    @Override
    public String name() {
        return writing.name();
    }

    @Override
    public NamedLock readLock() {
        return readLock;
    }

    @Override
    public NamedLock writeLock() {
        return writeLock;
    }

    @Override
    public String toString() {
        return "NamedReadWriteLock['" + writing.printable() + "']";
    }
}
