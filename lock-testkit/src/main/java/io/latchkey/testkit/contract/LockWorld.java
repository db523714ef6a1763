package io.latchkey.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ConditionFactory;

/** What the parts of a contract work with: a backend, two processes on it, threads. */
interface LockWorld {

    /** Longer than any test that passes: for waits that are to end otherwise. */
    Duration LONG = Duration.ofSeconds(60);

    /** A lease that ends while a test waits for it. */
    Duration SHORT_LEASE = Duration.ofMillis(300);

    /** A lease that ends while a test waits for it, but not before the test's next step on a busy machine. */
    Duration BRIEF_LEASE = Duration.ofSeconds(1);

    /** A wait that is in vain. */
    Duration VAIN_WAIT = Effort.CHOSEN.vainWait;

    /** The same as exceptions tell it. */
    String VAIN_WAIT_TEXT =
            VAIN_WAIT.toMillis() % 1000 == 0 ? VAIN_WAIT.toSeconds() + "s" : VAIN_WAIT.toMillis() + "ms";

    /** A watchdog's lease that is renewed while a test waits for it, with room for a slow machine. */
    Duration RENEWED_LEASE = Duration.ofSeconds(2);

    /** The lock of that name in the first process. */
    NamedLock here(String name);

    /** The same lock in the second process. */
    NamedLock there(String name);

    /** The same lock in a further process. */
    NamedLock in(Peer peer, String name);

    /** Opens one more process; it is closed after the test. */
    Peer open(Duration leaseTime, LockListener... listeners);

    /** One more thread. */
    Actor actor();

    /** A name no other test uses. */
    String freshName();

    /** What is at the backend now, other than short-lived marks of what has ended. */
    List<String> leftovers();

    /** The later holder's token is the greater one. */
    default void assertLater(Lease later, Lease earlier) {
        assertThat(later.fencingToken()).isGreaterThan(earlier.fencingToken());
    }

    /** The lease's token, or, for a kind that has none, one for its being asked for. */
    default long tokenOf(Lease lease) {
        return lease.fencingToken();
    }

    /** Of how many locks a lock here is made, each of which listeners hear of. */
    default int parts() {
        return 1;
    }

    /** Waits on the calling thread, with seconds of slack. */
    static ConditionFactory eventually() {
        return await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(20));
    }

    /** Waits until a lease has ended in all of its parts, which do not end at the same moment. */
    static void awaitEnd(Lease lease) {
        eventually().until(() -> lease.parts().stream().noneMatch(Lease::isValid));
    }

    void awaitNothingLeft();
}
