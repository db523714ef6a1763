package io.latchkey.spi;

import java.util.Locale;
import java.util.Optional;

/** What differs between locks, as data: the backend finds its scripts and keys by it, the engine looks at none of it. */
public enum LockKind {
    REENTRANT;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The kind's name in script paths, messages, meters and logs. */
    public String label() {
        return label;
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
