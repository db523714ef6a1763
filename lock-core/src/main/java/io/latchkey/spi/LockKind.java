package io.latchkey.spi;

import java.util.Locale;
import java.util.Optional;

/**
 * What differs between locks, as data: the backend finds its scripts and keys by it, and the engine asks it five things,
 * whether it may be held several times at once, whether it may be handed over in memory, whether a process stands in line
 * once or for each who waits, whether it has fencing tokens, and whether it is a gate.
 */
public enum LockKind {
    REENTRANT(false, true, false),
    FAIR(false, true, true),
    READ(true, false, false),
    /** Not handed over in memory: whoever stops writing may still be reading, which only the backend knows. */
    WRITE(false, false, false),
    SEMAPHORE(true, true, false),
    /** Not handed over in memory: whoever comes later may wait for a later count. */
    LATCH(true, false, false, true, true),
    /** Without tokens: several servers count each for itself, and no majority of counters only grows. */
    RED(false, true, false, false, false);

    private final String label = name().toLowerCase(Locale.ROOT);
    private final boolean shared;
    private final boolean handedOver;
    private final boolean placeEach;
    private final boolean fenced;
    private final boolean gate;

    LockKind(boolean shared, boolean handedOver, boolean placeEach) {
        this(shared, handedOver, placeEach, true, false);
    }

    LockKind(boolean shared, boolean handedOver, boolean placeEach, boolean fenced, boolean gate) {
        this.shared = shared;
        this.handedOver = handedOver;
        this.placeEach = placeEach;
        this.fenced = fenced;
        this.gate = gate;
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

    /** Whether whoever comes takes a place in line at the backend, and is served in that order over all processes. */
    public boolean hasPlaceEach() {
        return placeEach;
    }

    /** Whether its holders get fencing tokens. */
    public boolean isFenced() {
        return fenced;
    }

    /** Whether it opens for all who wait then, though it may be closed again before they come. */
    public boolean isGate() {
        return gate;
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
