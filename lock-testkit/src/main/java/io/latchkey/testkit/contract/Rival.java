package io.latchkey.testkit.contract;

import io.latchkey.NamedLock;

/** Where the one is from whom the first process's lock is to be protected: the same rules hold for both. */
enum Rival {
    IN_THIS_PROCESS,
    IN_ANOTHER_PROCESS;

    NamedLock lock(LockWorld world, String name) {
        return this == IN_THIS_PROCESS ? world.here(name) : world.there(name);
    }
}
