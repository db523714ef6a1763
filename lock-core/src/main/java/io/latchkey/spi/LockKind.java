package io.latchkey.spi;

import java.util.Locale;
import java.util.Optional;

/**
 * What differs between locks, as data: the backend finds its scripts and keys by it, and the engine asks it two things,
 * whether it may be held several times at once, and whether it may be handed over in memory.
 */
public enum LockKind {
    REENTRANT(false, true),
    READ(true, false),
    /** Not handed over in memory: whoever stops writing may still be reading, which only the backend knows. */
    WRITE(false, false),
    SEMAPHORE(true, true),
    /** Not handed over in memory: whoever comes later may wait for a later count. */
    LATCH(true, false);

    private final String label = name().toLowerCase(Locale.ROOT);
    private final boolean shared;
    private final boolean handedOver;

    LockKind(boolean shared, boolean handedOver) {
        this.shared = shared;
        this.handedOver = handedOver;
    }

    /** The kind's name in script paths, messages, meters and logs. */
    public String label() {
        return label;
    }

    /** Whether there may be several holders at once. */
    public boolean isShared() {
        return shared;
    }

    /** Whether a process may hand it from thread to thread without asking the backend. */
    public boolean isHandedOver() {
        return handedOver;
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
