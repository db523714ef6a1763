package io.latchkey.spring.metrics;

import io.micrometer.common.KeyValues;

/** Names, kind and outcome for everybody to see; the key only where high cardinality is welcome. */
public class DefaultLockObservationConvention implements LockObservationConvention {

    @Override
    public String getName() {
        return LockTelemetry.LOCK;
    }

    @Override
    public String getContextualName(LockObservationContext context) {
        return "lock " + context.parts().name();
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(LockObservationContext context) {
        return KeyValues.of(
                LockTelemetry.LOCK_NAME,
                context.parts().name(),
                LockTelemetry.LOCK_KIND,
                context.attempt().kind(),
                LockTelemetry.OUTCOME,
                LockMeters.outcome(context.attempt()));
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(LockObservationContext context) {
        return KeyValues.of(LockTelemetry.LOCK_KEY, context.parts().key());
    }
}
