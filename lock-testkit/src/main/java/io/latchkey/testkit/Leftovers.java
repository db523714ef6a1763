package io.latchkey.testkit;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What tests started and have not closed yet; one shutdown hook closes it, so that nothing outlives the JVM. */
final class Leftovers {

    private static final Set<Runnable> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::closeAll, "testkit-leftovers"));
    }

    private Leftovers() {}

    /** Remembers the clean-up until {@link #forget} is called with the same object. */
    static void remember(Runnable cleanUp) {
        OPEN.add(cleanUp);
    }

    static void forget(Runnable cleanUp) {
        OPEN.remove(cleanUp);
    }

    private static void closeAll() {
        for (Runnable cleanUp : OPEN) {
            try {
                cleanUp.run();
            } catch (RuntimeException e) {
                // The others still have to end, and no logger can be relied on while the JVM goes down.
                System.err.println("testkit: clean-up at exit failed: " + e);
            }
        }
    }
}
