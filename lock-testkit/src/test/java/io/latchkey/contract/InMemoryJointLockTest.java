package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.memory.SharedMemory;
import io.latchkey.testkit.contract.JointLockContract;
import io.latchkey.testkit.contract.Peer;
import java.time.Duration;
import java.util.List;

class InMemoryJointLockTest extends JointLockContract {

    private final SharedMemory memory = new SharedMemory();

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
