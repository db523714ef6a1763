package io.latchkey;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The lease the running code works under. It follows the thread that {@link LockTemplate} runs the work on; whoever moves
 * the work to another thread may take the lease along with {@link #enter}.
 */
public final class LockContext {

    private static final ThreadLocal<Deque<Lease>> LEASES = new ThreadLocal<>();

    private LockContext() {}

    /** The innermost lease of the running work; empty outside of any. */
    public static Optional<Lease> currentLease() {
        Deque<Lease> leases = LEASES.get();
        return leases == null ? Optional.empty() : Optional.of(leases.getFirst());
    }

    /**
     * Does nothing when the running code works under a lease that is surely held.
     *
     * @throws IllegalStateException when it works under none
     * @throws LeaseLostException when the lease has ended
     */
    public static void assertHeld() {
        currentLease()
                .orElseThrow(() -> new IllegalStateException(thisThread() + " does not run under a lock"))
                .ensureValid();
    }

    /** By its name; virtual threads have none unless they are given one. */
    private static String thisThread() {
        String name = Thread.currentThread().getName();
        return name.isBlank() ? "this thread" : "thread '" + name + "'";
    }

    /** Puts the running work under a lease until the scope is closed, on this same thread, before any outer scope is. */
    public static Scope enter(Lease lease) {
        Deque<Lease> leases = LEASES.get();
        if (leases == null) {
            leases = new ArrayDeque<>(2);
            LEASES.set(leases);
        }
        leases.addFirst(lease);
        return LockContext::leave;
    }

    private static void leave() {
        Deque<Lease> leases = LEASES.get();
        leases.removeFirst();
        if (leases.isEmpty()) {
            LEASES.remove();
        }
    }

    /** The time the running work is under a lease. */
    public interface Scope extends AutoCloseable {

        @Override
        void close();
    }
}
