package io.latchkey.spi;

import java.util.Objects;

/**
 * Which lock: its kind and its name.
 *
 * @param kind what the backend's scripts and keys are chosen by
 * @param name as the user gave it
 */
public record LockId(LockKind kind, String name) {

    public LockId {
        Objects.requireNonNull(kind, "kind");
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a lock's name must not be "
                    + (name == null ? "null" : "blank, was \"" + Printable.of(name) + "\""));
        }
        if (!isWellFormed(name)) {
            throw new IllegalArgumentException("a lock's name must be well-formed text, was \"" + Printable.of(name)
                    + "\", which has half a surrogate pair");
        }
    }

    /** Names differ; kinds hardly do. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }

    /** Half a surrogate pair has no bytes of its own, so two such names could become one. */
    private static boolean isWellFormed(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < name.length() && Character.isLowSurrogate(name.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /** The name as it may appear in a log or an error. */
    public String printable() {
        return Printable.of(name);
    }
}
