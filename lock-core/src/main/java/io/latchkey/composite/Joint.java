package io.latchkey.composite;

import io.latchkey.Lease;
import io.latchkey.LockException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks for several locks at once, and gives several back at once: whatever their kinds and wherever they live, no request
 * waits for the answer to another. Locks whose joints are equal can be dealt with so.
 *
 * <p>Nobody waits here for a lock: who would have to takes the locks one after the other.
 */
public interface Joint {

    /** A lock that can be asked for together with others. */
    interface Member extends Placed {

        Joint joint();

        /** Has the calling thread be inside, under a lease that was taken for it. */
        void enter(Lease lease);

        /** Has the calling thread leave once. Returns the lease that is to be released, if that was for good; else null. */
        @Nullable
        Lease leave();
    }

    /** A lease that can be given back together with others. */
    interface Part extends Lease {

        Joint joint();

        /** As {@link #extend}, without a thread. */
        CompletableFuture<Boolean> extendAsync(Duration leaseTime);
    }

    /** Requests that are to be sent, once. Whatever comes of them, all of the locks are had afterwards or none. */
    interface Request {

        /**
         * Sends them and waits for the answers. Interrupts are kept for later.
         *
         * @param patience how long the answers may take; zero for as long as any answer may
         * @return the leases in the order of the locks; null when not all were free
         * @throws LockException when one could not be asked for
         */
        @Nullable
        List<Lease> send(Duration patience);

        /** The same without a thread. Whoever cancels the future leaves nothing behind. */
        CompletableFuture<@Nullable List<Lease>> sendAsync(Duration patience);

        /** The first of the locks, for one call that takes it with the place in line that was kept if not all were free. */
        NamedLock first();

        /** Gives the place in line up that was kept, unless it was taken. */
        void giveUp();
    }

    /**
     * Prepares requests for all of the locks, of which the calling thread is in none.
     *
     * @param wait how long the first of them is waited for, by whoever then calls for it, if not all are free
     * @param leaseTime null to be renewed
     * @param asThread whether they are asked for as the calling thread, which may read what it writes
     * @return null when somebody here holds or wants one of them, so that it cannot be had at once
     */
    @Nullable
    Request reserve(List<NamedLock> locks, Duration wait, @Nullable Duration leaseTime, boolean asThread);

    /** Gives all of them back, the last one first, whatever fails. */
    void release(List<Lease> leases);

    /** The same without a thread: what comes of each, the last one first. */
    List<CompletableFuture<Void>> releaseAsync(List<Lease> leases);

    /** What all of several locks can be asked for with; null when there is nothing, or only one. */
    static @Nullable Joint of(List<NamedLock> locks) {
        Joint joint = locks.get(0) instanceof Member first ? first.joint() : null;
        boolean all = locks.stream()
                .allMatch(
                        lock -> lock instanceof Member member && member.joint().equals(joint));
        return all && locks.size() > 1 ? joint : null;
    }
}
