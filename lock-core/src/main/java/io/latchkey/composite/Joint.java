package io.latchkey.composite;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes several locks in one request and gives them back in one. Locks whose joints are equal can be taken so.
 *
 * <p>Nobody waits here: who would have to takes the locks one after the other.
 */
public interface Joint {

    /** A lock that may have others it can be taken together with. */
    interface Member extends Placed {

        /** Null for one that goes alone. */
        @Nullable
        Joint joint();
    }

    /** A lease that may have others it can be given back together with. */
    interface Part extends Lease {

        /** Null for one that goes alone. */
        @Nullable
        Joint joint();
    }

    /**
     * Has the calling thread enter all of the locks, of which it is in none.
     *
     * @param leaseTime null to be renewed
     * @param patience how long the answer may take
     * @return false when not all are free, or somebody here wants one of them; then nothing has changed
     */
    boolean enter(List<NamedLock> locks, @Nullable Duration leaseTime, Duration patience);

    /** Has the calling thread leave all of the locks, whatever fails. */
    void leave(List<NamedLock> locks);

    /**
     * Takes all of the locks as handles.
     *
     * @return null when not all are free, or somebody here wants one of them; then nothing has changed
     */
    @Nullable
    List<Lease> acquire(List<NamedLock> locks, @Nullable Duration leaseTime, Duration patience);

    /** Gives all of them back, whatever fails. */
    void release(List<Lease> leases);
}
