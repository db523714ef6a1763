package io.latchkey.spring.metrics;

import io.latchkey.Lease;
import io.latchkey.LockAttempt;
import io.latchkey.LockListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;

/** Measures what happens to the locks. No tag has a key in it: see {@link LockNames}. */
public final class LockMeters implements LockListener {

    private final LockNames names;
    private final MeterProvider<Timer> acquire;
    private final MeterProvider<Timer> held;
    private final MeterProvider<Counter> lost;
    private final MeterProvider<Counter> renewalFailures;
    private final MeterProvider<Counter> passOns;
    private final MeterProvider<Counter> polls;

    public LockMeters(MeterRegistry registry, LockNames names) {
        this.names = names;
        this.acquire = Timer.builder(LockTelemetry.ACQUIRE)
                .description("From asking for a lock to the answer")
                .withRegistry(registry);
        this.held = Timer.builder(LockTelemetry.HELD)
                .description("From the grant of a lock to its release")
                .withRegistry(registry);
        this.lost = counter(registry, LockTelemetry.LOST, "Leases that ended before they were released");
        this.renewalFailures =
                counter(registry, LockTelemetry.RENEWAL_FAILURES, "Renewals of leases that did not succeed");
        this.passOns = counter(registry, LockTelemetry.PASS_ONS, "Hand-overs of locks inside this process");
        this.polls = counter(registry, LockTelemetry.POLLS, "Looks at the backend without a wake-up");
    }

    private static MeterProvider<Counter> counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).withRegistry(registry);
    }

    @Override
    public void attempted(LockAttempt attempt) {
        Tags tags = tags(attempt.kind(), attempt.lockName()).and(LockTelemetry.OUTCOME, outcome(attempt));
        acquire.withTags(tags).record(attempt.waited());
    }

    @Override
    public void released(Lease lease, Duration heldFor) {
        held.withTags(tags(lease)).record(heldFor);
    }

    @Override
    public void lost(Lease lease) {
        lost.withTags(tags(lease)).increment();
    }

    @Override
    public void renewalFailed(Lease lease, Throwable cause) {
        renewalFailures.withTags(tags(lease)).increment();
    }

    @Override
    public void passedOn(Lease lease) {
        passOns.withTags(tags(lease)).increment();
    }

    @Override
    public void polled(String kind, String lockName) {
        polls.withTags(tags(kind, lockName)).increment();
    }

    private Tags tags(Lease lease) {
        return tags(lease.kind(), lease.name());
    }

    private Tags tags(String kind, String lockName) {
        return Tags.of(
                LockTelemetry.LOCK_KIND,
                kind,
                LockTelemetry.LOCK_NAME,
                names.parts(lockName).name());
    }

    /** How an attempt ended, as a tag says it. */
    static String outcome(LockAttempt attempt) {
        return attempt.outcome()
                .map(outcome -> outcome.name().toLowerCase(Locale.ROOT))
                .orElse(LockTelemetry.NONE);
    }
}
