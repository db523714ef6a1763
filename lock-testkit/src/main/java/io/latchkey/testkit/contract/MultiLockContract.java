package io.latchkey.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A multi-lock is an exclusive lock. The one put to the test is made of locks of different kinds and one name. Listeners
 * hear of each of them.
 */
@Timeout(120)
public abstract class MultiLockContract extends TwoProcesses
        implements JavaLockContract,
                InterruptionContract,
                ReentrancyContract,
                NestedLeaseContract,
                LeaseContract,
                LossContract,
                AsyncContract,
                WaitingContract,
                ExclusionContract,
                UnfencedContract,
                LookingContract,
                NameContract,
                DurationContract,
                ClosingContract {

    /** The locks of that name of which the multi-lock is made, in any order. */
    protected NamedLock[] members(Locks locks, String name) {
        return new NamedLock[] {locks.readWrite(name).writeLock(), locks.reentrant(name), locks.fair(name)};
    }

    @Override
    public int parts() {
        return members(first().locks(), "any").length;
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
        return peer.locks().multi(members(peer.locks(), name));
    }

    /** Names the lock that was busy, too. */
    @Override
    @Test
    public void whenATimeoutIsThrownShouldNameTheLockAndItsHolderHere() throws Exception {
        String name = freshName();
        Actor holder = actor();
        holder.run(() -> here(name).lock());

        assertThatThrownBy(() -> here(name).acquire(Duration.ofMillis(200)))
                .isInstanceOfSatisfying(LockTimeoutException.class, timeout -> assertThat(timeout.lockName())
                        .isEqualTo(name))
                .hasMessage(
                        "multi-lock '%s' could not be taken within PT0.2S: lock '%s' was busy for the whole wait of 200ms, "
                                + "held by %s; wait longer, or shorten what its holder does",
                        name, name, here(name).holder().orElseThrow())
                .hasMessageContaining(":%s; ", holder.name());

        holder.run(() -> here(name).unlock());
    }
}
