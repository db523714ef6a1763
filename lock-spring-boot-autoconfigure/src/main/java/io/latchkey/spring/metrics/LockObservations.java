package io.latchkey.spring.metrics;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockAttempt;
import io.latchkey.LockListener;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Event;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Observes each use of a lock: from asking for it until it is given back or lost, or until it is gone without. It is a child of
 * what its thread observes at the time, and opens no scope, as a lease may end on another thread.
 */
public final class LockObservations implements LockListener {

    private static final LockObservationConvention DEFAULT = new DefaultLockObservationConvention();

    private final ObservationRegistry registry;
    private final LockNames names;
    private final @Nullable LockObservationConvention convention;
    private final Map<LockAttempt, Observation> asking = new ConcurrentHashMap<>();
    private final Map<Lease, Observation> holding = new ConcurrentHashMap<>();

    /**
     * @param convention null for the default
     */
    public LockObservations(
            ObservationRegistry registry, LockNames names, @Nullable LockObservationConvention convention) {
        this.registry = registry;
        this.names = names;
        this.convention = convention;
    }

    @Override
    public void attempting(LockAttempt attempt) {
        Observation observation = Observation.createNotStarted(
                convention,
                DEFAULT,
                () -> new LockObservationContext(attempt, names.parts(attempt.lockName())),
                registry);
        if (!observation.isNoop()) {
            asking.put(attempt, observation.start());
        }
    }

    @Override
    public void attempted(LockAttempt attempt) {
        Observation observation = asking.remove(attempt);
        if (observation == null) {
            return;
        }
        Optional<Lease> lease = attempt.lease();
        if (lease.isPresent()) {
            observation.event(Event.of(LockTelemetry.ACQUIRED_EVENT));
            holding.put(lease.get(), observation);
            if (!lease.get().isValid()) {
                // Its loss may have been told before this.
                lost(lease.get());
            }
        } else {
            attempt.failure().ifPresent(observation::error);
            observation.stop();
        }
    }

    @Override
    public void released(Lease lease, Duration held) {
        Observation observation = holding.remove(lease);
        if (observation != null) {
            observation.stop();
        }
    }

    @Override
    public void lost(Lease lease) {
        Observation observation = holding.remove(lease);
        if (observation != null) {
            observation.event(Event.of(LockTelemetry.LOST_EVENT));
            loss(lease).ifPresent(observation::error);
            observation.stop();
        }
    }

    private static Optional<LeaseLostException> loss(Lease lease) {
        try {
            lease.ensureValid();
            return Optional.empty();
        } catch (LeaseLostException e) {
            return Optional.of(e);
        }
    }
}
