package io.latchkey.testkit.contract;

/** What every exclusive lock that has fencing tokens must do. */
public abstract class DistributedLockContract extends ExclusiveLockContract implements FencingContract {}
