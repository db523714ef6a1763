package io.latchkey.contract;

import io.latchkey.Locks;
import io.latchkey.NamedLock;

/** A fair lock is an exclusive lock like any other. */
class RedisFairLockTest extends RedisReentrantLockTest {

    @Override
    protected NamedLock lock(Locks locks, String name) {
        return locks.fair(name);
    }
}
