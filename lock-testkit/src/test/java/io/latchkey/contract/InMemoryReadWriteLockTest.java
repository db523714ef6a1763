package io.latchkey.contract;

import io.latchkey.Locks;
import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.memory.SharedMemory;
import io.latchkey.testkit.contract.ReadWriteLockContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

class InMemoryReadWriteLockTest extends ReadWriteLockContract {

    private final SharedMemory memory = new SharedMemory();
    private final EngineLocks here = open();
    private final EngineLocks there = open();

    private EngineLocks open() {
        return memory.open(new EngineSettings(
                Duration.ofSeconds(30), Duration.ofSeconds(2), List.of(), EngineSettings.Seams.NONE));
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Override
    protected Locks here() {
        return here;
    }

    @Override
    protected Locks there() {
        return there;
    }

    @Override
    protected List<String> leftovers() {
        return memory.isEmpty() ? List.of() : List.of("a lock, or somebody in line");
    }
}
