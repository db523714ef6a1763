package io.latchkey.benchmarks.load;

/** What the threads of a worker do. */
public enum Activity {
    /** Take the lock and give it back, again and again until time is over. */
    LOOP,
    /** Take the lock once. */
    ONCE,
    /** Take turns with the other process. */
    HAND_OFF,
    /** Hold the lock and enter it again and again. */
    REENTER
}
