package io.latchkey.testkit.contract;

import io.latchkey.Locks;
import io.latchkey.NamedLock;
import org.junit.jupiter.api.Timeout;

/**
 * What every exclusive lock must do, of whatever kind, on whatever backend, with fencing tokens or without. A test class
 * extends it and says how to open a process on the backend; the parts are in the interfaces.
 */
@Timeout(120)
public abstract class ExclusiveLockContract extends TwoProcesses
        implements JavaLockContract,
                InterruptionContract,
                ReentrancyContract,
                NestedLeaseContract,
                LeaseContract,
                LossContract,
                AsyncContract,
                WaitingContract,
                ExclusionContract,
                LookingContract,
                ListenerContract,
                NameContract,
                DurationContract,
                ClosingContract {

    /** The kind of lock that is put to the test. */
    protected NamedLock lock(Locks locks, String name) {
        return locks.reentrant(name);
    }

    @Override
    public final NamedLock here(String name) {
        return in(first(), name);
    }

    @Override
    public final NamedLock there(String name) {
        return in(second(), name);
    }

    @Override
    public final NamedLock in(Peer peer, String name) {
        return lock(peer.locks(), name);
    }
}
