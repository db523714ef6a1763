package io.latchkey.testkit.contract;

import java.time.Duration;
import java.util.Locale;

/** What the contracts spend on things that only waiting, or trying often, can show. */
enum Effort {
    /** For each push. */
    QUICK(Duration.ofMillis(500), 50, 1_000),
    /** With {@code -Pcomplete}. */
    COMPLETE(Duration.ofSeconds(2), 250, 10_000);

    /** The system property that chooses, {@code quick} or {@code complete}. */
    private static final String PROPERTY = "latchkey.test.effort";

    static final Effort CHOSEN =
            valueOf(System.getProperty(PROPERTY, QUICK.name()).toUpperCase(Locale.ROOT));

    /** A wait that is in vain, but long enough for a busy machine to hear that the lock is held. */
    final Duration vainWait;

    /** How often each of many threads takes a lock that all want. */
    final int cycles;

    /** How many virtual threads wait for one lock. */
    final int virtualThreads;

    Effort(Duration vainWait, int cycles, int virtualThreads) {
        this.vainWait = vainWait;
        this.cycles = cycles;
        this.virtualThreads = virtualThreads;
    }
}
