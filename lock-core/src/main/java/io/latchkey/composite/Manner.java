package io.latchkey.composite;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one of the locks of a multi-lock is taken, and given back.
 *
 * @param <T> what is had of it
 */
interface Manner<T> {

    /** Takes the lock within the time; null when it was busy. */
    @Nullable
    T take(NamedLock lock, Duration wait) throws InterruptedException;

    /** Whether it is had already, and to take it again is only to enter it again. */
    default boolean has(NamedLock lock) {
        return false;
    }

    /** Whether it is asked for as the calling thread. */
    default boolean asThread() {
        return true;
    }

    /** What is had of a lock that was asked for together with others. */
    T taken(NamedLock lock, Lease lease);

    /** Leaves all of them, the last one first; what is to be released then. */
    List<Lease> leave(List<T> taken, Failure failure);

    /** The lease under which it is had. */
    Lease lease(T taken);

    /** For the calling thread, which may have it already. */
    interface OfThread extends Manner<NamedLock> {

        @Override
        default boolean has(NamedLock lock) {
            return lock.isHeldByCurrentThread();
        }

        @Override
        default NamedLock taken(NamedLock lock, Lease lease) {
            ((Joint.Member) lock).enter(lease);
            return lock;
        }

        @Override
        default List<Lease> leave(List<NamedLock> taken, Failure failure) {
            return GivingBack.leave(taken, failure);
        }

        @Override
        default Lease lease(NamedLock taken) {
            return taken.currentLease().orElseThrow();
        }
    }

    /** For the calling thread, which is interrupted while it waits. */
    record Entering(@Nullable Duration leaseTime) implements OfThread {

        @Override
        public @Nullable NamedLock take(NamedLock lock, Duration wait) throws InterruptedException {
            boolean entered = leaseTime == null ? lock.tryLock(wait) : lock.tryLock(wait, leaseTime);
            return entered ? lock : null;
        }
    }

    /** For the calling thread, which waits on when it is interrupted, and is interrupted afterwards. */
    final class EnteringAnyway implements OfThread, AutoCloseable {

        private final Entering entering;
        private boolean interrupted;

        EnteringAnyway(@Nullable Duration leaseTime) {
            this.entering = new Entering(leaseTime);
        }

        @Override
        public @Nullable NamedLock take(NamedLock lock, Duration wait) {
            if (entering.leaseTime() == null && wait.isZero()) {
                return lock.tryLock() ? lock : null;
            }
            if (entering.leaseTime() == null && wait.equals(Deadline.ENDLESS)) {
                lock.lock();
                return lock;
            }
            while (true) {
                try {
                    return entering.take(lock, wait);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }

        @Override
        public void close() {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As a handle. */
    interface OfNobody extends Manner<Lease> {

        @Override
        default Lease taken(NamedLock lock, Lease lease) {
            return lease;
        }

        @Override
        default List<Lease> leave(List<Lease> taken, Failure failure) {
            return taken;
        }

        @Override
        default Lease lease(Lease taken) {
            return taken;
        }
    }

    /** As a handle, which is waited for. */
    final class Acquiring implements OfNobody {

        private final @Nullable Duration leaseTime;
        private String refusal = "";

        Acquiring(@Nullable Duration leaseTime) {
            this.leaseTime = leaseTime;
        }

        @Override
        public @Nullable Lease take(NamedLock lock, Duration wait) throws InterruptedException {
            try {
                return leaseTime == null ? lock.acquire(wait) : lock.acquire(wait, leaseTime);
            } catch (LockTimeoutException e) {
                refusal = String.valueOf(e.getMessage());
                return null;
            }
        }

        /** What the lock that was busy last had to say. */
        String refusal() {
            return refusal;
        }
    }

    /** As a handle, if it is free now. */
    final class Trying implements OfNobody {

        @Override
        public @Nullable Lease take(NamedLock lock, Duration wait) {
            return lock.tryAcquire().orElse(null);
        }

        /** As a single lock is tried: a try is nobody's in particular. */
        @Override
        public boolean asThread() {
            return false;
        }
    }
}
