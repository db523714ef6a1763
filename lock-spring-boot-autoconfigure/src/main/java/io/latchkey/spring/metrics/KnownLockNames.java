package io.latchkey.spring.metrics;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets meters carry the names it was told, and nothing else: {@code orders} stands for the lock {@code orders} and for every
 * lock {@code orders:…}. A lock of another name is counted under {@code none}, because who built that name, and from what,
 * cannot be seen.
 */
public final class KnownLockNames implements LockNames {

    private static final char SEPARATOR = ':';

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    public KnownLockNames(Collection<String> names) {
        names.forEach(this::add);
    }

    /** Makes a name known; it must come from the program or its configuration, not from what it works on. */
    public void add(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a lock must not be blank");
        }
        known.add(name);
    }

    @Override
    public Parts parts(String lockName) {
        if (known.contains(lockName)) {
            return new Parts(lockName, LockTelemetry.NONE);
        }
        for (int end = lockName.lastIndexOf(SEPARATOR); end > 0; end = lockName.lastIndexOf(SEPARATOR, end - 1)) {
            String name = lockName.substring(0, end);
            if (known.contains(name)) {
                return new Parts(name, lockName.substring(end + 1));
            }
        }
        return new Parts(LockTelemetry.NONE, lockName);
    }
}
