package io.latchkey;

import java.util.concurrent.locks.ReadWriteLock;

/**
 * Two locks in one: any number may read at a time, or one may write.
 *
 * <p>Each reader's lease is its own. A writer that waits is not overtaken by readers that come later, not by {@code tryLock} either;
 * one whose process dies keeps them out for three seconds at most. But readers of one process
 * stand in line together, and one that joins others there while they wait goes in with them. A thread that writes
 * may read too, and keeps reading when it stops writing; a thread that reads may not wait to write:
 * {@link IllegalMonitorStateException}, at once, for it would wait for itself. That goes for {@code acquire} too, though a
 * lease belongs to no thread. {@code tryLock} without a wait answers false, as it waits for nothing; {@code tryAcquire} and
 * {@code acquireAsync} keep no thread waiting and ask as anybody would.
 */
public interface NamedReadWriteLock extends ReadWriteLock {

    String name();

    @Override
    NamedLock readLock();

    @Override
    NamedLock writeLock();
}
