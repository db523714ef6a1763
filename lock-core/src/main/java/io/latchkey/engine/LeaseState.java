package io.latchkey.engine;

/** HELD → RELEASED or HELD → LOST, and never back. */
enum LeaseState {
    HELD,
    RELEASED,
    LOST;

    boolean mayBecome(LeaseState next) {
        return this == HELD && next != HELD;
    }
}
