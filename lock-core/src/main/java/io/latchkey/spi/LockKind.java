package io.latchkey.spi;

import java.util.Locale;
import java.util.Optional;

/**
 * What differs between locks, as data: the backend finds its scripts and keys by it, and the engine asks it one thing,
 * whether a process may hold such a lock several times at once.
 */
public enum LockKind {
    REENTRANT(false),
    SEMAPHORE(true),
    LATCH(true);

    private final String label = name().toLowerCase(Locale.ROOT);
    private final boolean shared;

    LockKind(boolean shared) {
        this.shared = shared;
    }

    /** The kind's name in script paths, messages, meters and logs. */
    public String label() {
        return label;
    }

    /** Whether there may be several holders at once. */
    public boolean isShared() {
        return shared;
    }

    public static Optional<LockKind> labelled(String label) {
        for (LockKind kind : values()) {
            if (kind.label.equals(label)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
