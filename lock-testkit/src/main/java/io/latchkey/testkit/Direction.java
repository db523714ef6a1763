package io.latchkey.testkit;

/** Which way bytes travel through a {@link FaultProxy}. */
public enum Direction {
    TO_SERVER,
    TO_CLIENT,
    BOTH;

    boolean covers(Direction other) {
        return this == BOTH || this == other;
    }
}
