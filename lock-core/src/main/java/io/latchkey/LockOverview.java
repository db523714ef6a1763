package io.latchkey;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a process holds and waits for, to be looked at: by an endpoint, a gauge, a test. The locks of this library are one;
 * looking changes nothing, and what is told was true a moment ago.
 */
public interface LockOverview {

    /** What this process holds. No round trip. */
    List<Held> held();

    /** Who waits in this process, lock by lock in the order of arrival. No round trip. */
    List<Waiting> waiting();

    /**
     * Who holds locks of that name, in any process and of any kind. Asks the backend.
     *
     * @throws LockBackendException when the backend cannot be reached
     */
    List<Holder> holders(String name);

    /**
     * A lease of this process.
     *
     * @param thread the name of the thread that asked for it
     * @param fencingToken null for a kind that has none
     * @param heldFor since it was granted
     * @param remaining how long the lock is surely held if nothing renews it
     * @param renewed whether the watchdog keeps it alive
     */
    record Held(
            String kind,
            String name,
            String thread,
            @Nullable Long fencingToken,
            Duration heldFor,
            Duration remaining,
            boolean renewed) {}

    /**
     * A call of this process that waits.
     *
     * @param thread the name of the thread that asked
     * @param waitingFor since it asked
     * @param remaining until it gives up; null when it never does
     */
    record Waiting(
            String kind,
            String name,
            String thread,
            Duration waitingFor,
            @Nullable Duration remaining) {}

    /**
     * A hold, as the backend knows it.
     *
     * @param owner as written at the backend: process, thread, number of the acquisition
     * @param remaining until it ends there if nothing renews it
     */
    record Holder(String kind, String owner, Duration remaining) {}
}
