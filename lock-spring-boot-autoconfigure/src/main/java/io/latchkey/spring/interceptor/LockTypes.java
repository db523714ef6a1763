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
        return names.size() == 1
                ? lock(locks, type, names.get(0))
                : locks.multi(
                        names.stream().map(name -> lock(locks, type, name)).toArray(NamedLock[]::new));
    }

    private static NamedLock lock(Locks locks, LockType type, String name) {
        return switch (type) {
            case REENTRANT -> locks.reentrant(name);
            case READ -> locks.readWrite(name).readLock();
            case WRITE -> locks.readWrite(name).writeLock();
            case FAIR -> locks.fair(name);
            case RED -> locks.red(name);
        };
    }
}
