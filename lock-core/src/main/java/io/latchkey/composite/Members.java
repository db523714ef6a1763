package io.latchkey.composite;

import io.latchkey.NamedLock;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The locks of a multi-lock: each once, in the order in which all processes take them, so that none waits for another that
 * waits for it.
 */
record Members(List<NamedLock> locks) {

    /**
     * By name, kind and place. Of one name the write lock comes before the read lock, which who writes may take too.
     * Locks that cannot be told apart by these stay as they were given.
     */
    private static final Comparator<NamedLock> ORDER = Comparator.comparing(NamedLock::name)
            .thenComparing(Members::kind, Comparator.reverseOrder())
            .thenComparing(Members::place);

    static Members of(NamedLock... locks) {
        if (locks == null || locks.length == 0) {
            throw new IllegalArgumentException("a multi-lock needs at least one lock, was given none");
        }
        Set<NamedLock> each = new LinkedHashSet<>();
        for (int i = 0; i < locks.length; i++) {
            if (locks[i] == null) {
                throw new IllegalArgumentException("locks[" + i + "] of a multi-lock must not be null");
            }
            if (locks[i] instanceof MultiLock nested) {
                each.addAll(nested.members());
            } else {
                each.add(locks[i]);
            }
        }
        return new Members(each.stream().sorted(ORDER).toList());
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
