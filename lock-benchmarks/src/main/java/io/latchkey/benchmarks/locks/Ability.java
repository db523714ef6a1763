package io.latchkey.benchmarks.locks;

/** What a scenario asks of a library, and not every library has. */
public enum Ability {
    WAITING,
    FIXED_LEASE,
    RENEWAL,
    REENTRY,
    FAIR,
    RED,
    MULTI,
    SINGLES
}
