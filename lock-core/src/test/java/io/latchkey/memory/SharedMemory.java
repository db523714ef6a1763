package io.latchkey.memory;

import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.Ticker;
import org.jspecify.annotations.NullMarked;

/** An in-memory backend that several "processes" of one JVM share, each with an engine of its own. */
@NullMarked
public final class SharedMemory {

    private final InMemoryStore store;

    public SharedMemory() {
        this(Ticker.SYSTEM);
    }

    /** With another clock for its times to live. */
    public SharedMemory(Ticker ticker) {
        store = new InMemoryStore(ticker);
    }

    /** Opens the locks of one more process. */
    public EngineLocks open(EngineSettings settings) {
        return new EngineLocks(new InMemoryBackend(store), settings);
    }

    /** A backend on it, for whoever makes something of several. */
    public LockBackend backend() {
        return new InMemoryBackend(store);
    }

    /** Whether no lock is held and nobody waits in line. */
    public boolean isEmpty() {
        return store.isEmpty();
    }
}
