package io.latchkey.testkit.contract;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.NamedSemaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the parts of the semaphore's contract work with. */
interface SemaphoreWorld {

    /** Longer than any test that passes: for waits that are to end otherwise. */
    Duration LONG = LockWorld.LONG;

    /** The semaphore of that name in the first process. */
    NamedSemaphore here(String name, int permits);

    /** The same in the second process. */
    NamedSemaphore there(String name, int permits);

    Peer open(Duration leaseTime, LockListener... listeners);

    Actor actor();

    String freshName();

    List<String> leftovers();

    void awaitNothingLeft();

    /** That many permits, taken without waiting. */
    static List<Lease> take(NamedSemaphore semaphore, int number) throws InterruptedException {
        List<Lease> taken = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            taken.add(semaphore.acquire(Duration.ZERO));
        }
        return taken;
    }
}
