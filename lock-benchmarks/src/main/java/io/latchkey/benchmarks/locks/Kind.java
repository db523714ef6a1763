package io.latchkey.benchmarks.locks;

/** What sort of lock is measured. */
public enum Kind {
    /** As the library makes it when nothing is said; most renew it until it is released. */
    REENTRANT,
    /** Renewed until it is released, whatever that takes. */
    RENEWED,
    /** Held for at most a fixed time. */
    FIXED,
    FAIR,
    /** A fair lock of the JVM, which asks no server: what threads that take turns cost by themselves; for a floor. */
    JVM,
    /** A quorum of three servers. */
    RED,
    /** The same with one thread for the connections to all of them; for a floor. */
    RED_ON_ONE_THREAD,
    /** {@link #MULTI_NAMES} names, all or nothing. */
    MULTI,
    /** The same names in one script that does no more; for a floor. */
    ONE_SCRIPT,
    /** As many values of one group, which is less: values of different groups exclude nobody. */
    GROUP,
    /** The same names as single locks, one after the other: what a multi-lock is to beat. */
    SINGLES;

    public static final int MULTI_NAMES = 5;
}
