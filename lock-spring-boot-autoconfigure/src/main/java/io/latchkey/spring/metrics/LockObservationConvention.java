package io.latchkey.spring.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/** How the observation of a lock is called and what it carries. A bean of this type replaces the default one. */
public interface LockObservationConvention extends ObservationConvention<LockObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof LockObservationContext;
    }
}
