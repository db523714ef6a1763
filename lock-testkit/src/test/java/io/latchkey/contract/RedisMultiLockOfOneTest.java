package io.latchkey.contract;

import io.latchkey.Locks;
import io.latchkey.NamedLock;

/** A multi-lock of one lock is that lock. */
class RedisMultiLockOfOneTest extends RedisReentrantLockTest {

    @Override
    protected NamedLock lock(Locks locks, String name) {
        return locks.multi(locks.reentrant(name));
    }
}
