package io.latchkey.contract;

import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.testkit.contract.FairnessContract;

/** A fair lock is an exclusive lock like any other, and fair. */
class InMemoryFairLockTest extends InMemoryReentrantLockTest implements FairnessContract {

    @Override
    protected NamedLock lock(Locks locks, String name) {
        return locks.fair(name);
    }

    /** Whoever has asked is in line. */
    @Override
    public void awaitInLine(String name, int places) {}
}
