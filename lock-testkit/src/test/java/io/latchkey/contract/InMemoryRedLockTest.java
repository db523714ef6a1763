package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.memory.SharedMemory;
import io.latchkey.testkit.contract.ExclusiveLockContract;
import io.latchkey.testkit.contract.Peer;
import io.latchkey.testkit.contract.UnfencedContract;
import java.time.Duration;
import java.util.List;

/** In memory a red lock has nobody to agree with; it is there so that code which takes one can be tested. */
class InMemoryRedLockTest extends ExclusiveLockContract implements UnfencedContract {

    private final SharedMemory memory = new SharedMemory();

    @Override
    protected NamedLock lock(Locks locks, String name) {
        return locks.red(name);
    }

    @Override
    protected Peer start(Duration leaseTime, List<LockListener> listeners) {
        EngineLocks locks =
                memory.open(new EngineSettings(leaseTime, Duration.ofSeconds(2), listeners, EngineSettings.Seams.NONE));
        return new Peer(locks, locks);
    }

    @Override
    public List<String> leftovers() {
        return memory.isEmpty() ? List.of() : List.of("a lock, or somebody in line");
    }
}
