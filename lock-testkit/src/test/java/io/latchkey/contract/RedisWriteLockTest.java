package io.latchkey.contract;

import io.latchkey.Locks;
import io.latchkey.NamedLock;

/** A write lock is an exclusive lock like any other. */
class RedisWriteLockTest extends RedisReentrantLockTest {

    @Override
    protected NamedLock lock(Locks locks, String name) {
        return locks.readWrite(name).writeLock();
    }
}
