package io.latchkey.sample.live;

/** What became of a visitor. */
public enum Outcome {
    /** Got what they came for. */
    SERVED,
    /** Restocked, where others only browse. */
    RESTOCKED,
    /** Nothing was left. */
    TOO_LATE,
    /** Saw a shelf that did not fit its label. */
    MISLED,
    /** Was sent home because the run was cancelled. */
    CANCELLED,
    /** Did not get the lock, or something broke. */
    FAILED
}
