package io.latchkey.benchmarks.locks;

import java.util.List;
import java.util.stream.IntStream;

/** One library, connected, in one process. */
public interface LockClient extends AutoCloseable {

    /** A lock for the use of one thread. */
    BenchLock lock(Kind kind, String name);

    /** The same for a lock that others want too; only a floor does less where it is alone. */
    default BenchLock contendedLock(Kind kind, String name) {
        return lock(kind, name);
    }

    /** Whether an object made for the same name by the same thread can unlock, so that none has to be kept. */
    default boolean unlocksByName() {
        return false;
    }

    @Override
    void close();

    /** The names a multi-lock of this name takes. */
    static List<String> members(String name) {
        return IntStream.range(0, Kind.MULTI_NAMES)
                .mapToObj(i -> name + ":" + i)
                .toList();
    }

    static IllegalArgumentException unsupported(Kind kind) {
        return new IllegalArgumentException("this library has no lock of kind " + kind);
    }
}
