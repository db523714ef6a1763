package io.latchkey.spring.annotation;

/** Which of the locks of a name {@link DistributedLock} takes. */
public enum LockType {

    /** One holder at a time, which may enter again. */
    REENTRANT,

    /** Like {@link #REENTRANT}, granted in the order in which it was asked for, over all processes. */
    FAIR,

    /** The shared side of a read-write lock: many may hold it while nobody holds the {@link #WRITE} side. */
    READ,

    /** The exclusive side of a read-write lock. */
    WRITE,

    /** Held at a majority of several independent Redis servers. */
    RED
}
