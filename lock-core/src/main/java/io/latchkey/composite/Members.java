package io.latchkey.composite;

import io.latchkey.NamedLock;
import io.latchkey.spi.LockKind;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The locks of a multi-lock: each once, in the order in which all processes take them, so that none waits for another that
 * waits for it. Whoever writes may read: a read lock beside the write lock of its name is one too many.
 */
record Members(List<NamedLock> locks) {

    /** By name, kind and place. Locks that cannot be told apart by these stay as they were given. */
    private static final Comparator<NamedLock> ORDER =
            Comparator.comparing(NamedLock::name).thenComparing(Members::kind).thenComparing(Members::place);

    static Members of(NamedLock... locks) {
        if (locks == null || locks.length == 0) {
            throw new IllegalArgumentException("a multi-lock needs at least one lock, was given none");
        }
        Map<Object, NamedLock> each = new LinkedHashMap<>();
        for (int i = 0; i < locks.length; i++) {
            if (locks[i] == null) {
                throw new IllegalArgumentException("locks[" + i + "] of a multi-lock must not be null");
            }
            List<NamedLock> some = locks[i] instanceof MultiLock nested ? nested.members() : List.of(locks[i]);
            some.forEach(lock -> each.putIfAbsent(identity(lock), lock));
        }
        each.values()
                .removeIf(lock -> lock instanceof Placed placed
                        && placed.kind().equals(LockKind.READ.label())
                        && each.containsKey(identity(placed, LockKind.WRITE.label())));
        return new Members(each.values().stream().sorted(ORDER).toList());
    }

    /** Equal for what is surely one lock, from whichever {@code Locks} it is: taken twice it would wait for itself. */
    private static Object identity(NamedLock lock) {
        return lock instanceof Placed placed ? identity(placed, placed.kind()) : lock;
    }

    private static Object identity(Placed lock, String kind) {
        return List.of(lock.name(), kind, lock.store());
    }

    /** The names of all, each once, for people. */
    String names() {
        return locks.stream().map(NamedLock::name).distinct().collect(Collectors.joining(", "));
    }

    private static String kind(NamedLock lock) {
        return lock instanceof Placed placed ? placed.kind() : lock.getClass().getName();
    }

    private static String place(NamedLock lock) {
        return lock instanceof Placed placed ? placed.place() : "";
    }
}
