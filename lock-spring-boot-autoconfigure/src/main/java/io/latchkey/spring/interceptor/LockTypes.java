package io.latchkey.spring.interceptor;

import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.LockType;
import java.util.List;

/** The locks that the types of an annotation stand for. */
final class LockTypes {

    private LockTypes() {}

    /** One lock for one name, and one that is all of them for several. */
    static NamedLock lock(Locks locks, LockType type, List<String> names) {
        if (names.size() == 1) {
            return lock(locks, type, names.get(0));
        }
        throw new UnsupportedOperationException("a multi-lock over " + names);
    }

    private static NamedLock lock(Locks locks, LockType type, String name) {
        return switch (type) {
            case REENTRANT -> locks.reentrant(name);
            case READ -> locks.readWrite(name).readLock();
            case WRITE -> locks.readWrite(name).writeLock();
            case FAIR -> locks.fair(name);
            case RED -> throw new UnsupportedOperationException("a lock of type " + type);
        };
    }
}
