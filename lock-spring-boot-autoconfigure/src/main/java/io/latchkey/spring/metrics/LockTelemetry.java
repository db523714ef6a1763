package io.latchkey.spring.metrics;

/** Every name that meters, observations and their tags have. */
public final class LockTelemetry {

    /** Timer: from asking for a lock to the answer. Tags: name, kind, outcome. */
    public static final String ACQUIRE = "latchkey.acquire";

    /** Timer: from the grant to the release. Tags: name, kind. */
    public static final String HELD = "latchkey.held";

    /** Gauge: how many leases this process has. */
    public static final String LOCKS_HELD = "latchkey.locks.held";

    /** Gauge: how many calls of this process wait. */
    public static final String LOCKS_WAITING = "latchkey.locks.waiting";

    /** Counter: leases that ended before they were released. Tags: name, kind. */
    public static final String LOST = "latchkey.lost";

    /** Counter: renewals that did not succeed and were tried again. Tags: name, kind. */
    public static final String RENEWAL_FAILURES = "latchkey.renewal.failures";

    /** Counter: hand-overs from thread to thread in memory. Tags: name, kind. */
    public static final String PASS_ONS = "latchkey.pass.ons";

    /** Counter: looks at the backend that no wake-up had asked for. Tags: name, kind. */
    public static final String POLLS = "latchkey.polls";

    /** Observation: from asking for a lock to giving it back, or to going without. */
    public static final String LOCK = "latchkey.lock";

    /** Tag: what the lock is about, one of few; see {@link LockNames}. */
    public static final String LOCK_NAME = "lock.name";

    /** What one lock is about, one of many; never on a meter. */
    public static final String LOCK_KEY = "lock.key";

    /** Tag: reentrant, read, write, semaphore, … */
    public static final String LOCK_KIND = "lock.kind";

    /** Tag: acquired, busy, failed, cancelled. */
    public static final String OUTCOME = "outcome";

    /** The value of a tag that has none. */
    public static final String NONE = "none";

    /** Event of an observation: the waiting is over. */
    public static final String ACQUIRED_EVENT = "lock.acquired";

    /** Event of an observation: the lease ended before it was released. */
    public static final String LOST_EVENT = "lock.lost";

    private LockTelemetry() {}
}
