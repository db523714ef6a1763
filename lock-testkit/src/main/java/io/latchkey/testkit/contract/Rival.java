package io.latchkey.testkit.contract;

import io.latchkey.NamedLock;
import java.time.Duration;

/** Where the one is from whom the first process's lock is to be protected: the same rules hold for both. */
enum Rival {
    IN_THIS_PROCESS,
    IN_ANOTHER_PROCESS;

    /** A wait that is in vain; who waits for this process asks nobody, and so hears at once that the lock is held. */
    Duration vainWait() {
        return this == IN_THIS_PROCESS ? Duration.ofMillis(100) : LockWorld.VAIN_WAIT;
    }

    NamedLock lock(LockWorld world, String name) {
        return this == IN_THIS_PROCESS ? world.here(name) : world.there(name);
    }
}
