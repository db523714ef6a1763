package io.latchkey.spring.metrics;

import io.latchkey.LockAttempt;
import io.latchkey.spring.metrics.LockNames.Parts;
import io.micrometer.observation.Observation;

/** What a convention can know of an observed lock. */
public final class LockObservationContext extends Observation.Context {

    private final LockAttempt attempt;
    private final Parts parts;

    LockObservationContext(LockAttempt attempt, Parts parts) {
        this.attempt = attempt;
        this.parts = parts;
    }

    public LockAttempt attempt() {
        return attempt;
    }

    /** What the lock is about and which one of those it is. */
    public Parts parts() {
        return parts;
    }
}
