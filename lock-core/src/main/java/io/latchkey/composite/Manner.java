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

    /** Takes all of the locks in one request; null when not all are free, or the calling thread has one. */
    @Nullable
    List<T> takeTogether(Joint joint, List<NamedLock> locks, Duration patience);

    void giveBack(T taken);

    /** The lease under which it is had. */
    Lease lease(T taken);

    /** For the calling thread, which may have it already. */
    record Entering(@Nullable Duration leaseTime) implements Manner<NamedLock> {

        @Override
        public @Nullable NamedLock take(NamedLock lock, Duration wait) throws InterruptedException {
            boolean entered = leaseTime == null ? lock.tryLock(wait) : lock.tryLock(wait, leaseTime);
            return entered ? lock : null;
        }

        @Override
        public @Nullable List<NamedLock> takeTogether(Joint joint, List<NamedLock> locks, Duration patience) {
            boolean inside = locks.stream().anyMatch(NamedLock::isHeldByCurrentThread);
            return !inside && joint.enter(locks, leaseTime, patience) ? locks : null;
        }

        @Override
        public void giveBack(NamedLock taken) {
            taken.unlock();
        }

        @Override
        public Lease lease(NamedLock taken) {
            return taken.currentLease().orElseThrow();
        }
    }

    /** For the calling thread, which waits on when it is interrupted, and is interrupted afterwards. */
    final class EnteringAnyway implements Manner<NamedLock>, AutoCloseable {

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
        public @Nullable List<NamedLock> takeTogether(Joint joint, List<NamedLock> locks, Duration patience) {
            return entering.takeTogether(joint, locks, patience);
        }

        @Override
        public void giveBack(NamedLock taken) {
            entering.giveBack(taken);
        }

        @Override
        public Lease lease(NamedLock taken) {
            return entering.lease(taken);
        }

        @Override
        public void close() {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** As a handle that belongs to no thread. */
    final class Acquiring implements Manner<Lease> {

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

        @Override
        public @Nullable List<Lease> takeTogether(Joint joint, List<NamedLock> locks, Duration patience) {
            return joint.acquire(locks, leaseTime, patience);
        }

        /** What the lock that was busy last had to say. */
        String refusal() {
            return refusal;
        }

        @Override
        public void giveBack(Lease taken) {
            taken.release();
        }

        @Override
        public Lease lease(Lease taken) {
            return taken;
        }
    }

    /** As a handle, if it is free now. */
    final class Trying implements Manner<Lease> {

        private final Acquiring acquiring = new Acquiring(null);

        @Override
        public @Nullable Lease take(NamedLock lock, Duration wait) {
            return lock.tryAcquire().orElse(null);
        }

        @Override
        public @Nullable List<Lease> takeTogether(Joint joint, List<NamedLock> locks, Duration patience) {
            return acquiring.takeTogether(joint, locks, patience);
        }

        @Override
        public void giveBack(Lease taken) {
            taken.release();
        }

        @Override
        public Lease lease(Lease taken) {
            return taken;
        }
    }
}
