package io.latchkey.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.memory.InMemoryLocks;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LockObservationsTest {

    private final TestObservationRegistry registry = TestObservationRegistry.create();

    @Test
    void shouldObserveFromAskingToGivingBack() throws Exception {
        try (InMemoryLocks locks = observed(null)) {
            Lease lease = locks.reentrant("orders:42").acquire(Duration.ZERO);
            assertThatRegistry()
                    .hasSingleObservationThat()
                    .hasNameEqualTo("latchkey.lock")
                    .hasBeenStarted()
                    .isNotStopped();

            lease.release();
        }

        assertThatRegistry()
                .hasSingleObservationThat()
                .hasContextualNameEqualTo("lock orders")
                .hasLowCardinalityKeyValue("lock.name", "orders")
                .hasLowCardinalityKeyValue("lock.kind", "reentrant")
                .hasLowCardinalityKeyValue("outcome", "acquired")
                .hasHighCardinalityKeyValue("lock.key", "42")
                .doesNotHaveError()
                .hasBeenStopped();
    }

    @Test
    void shouldBeAChildOfWhatItsThreadObserves() throws Exception {
        Observation request = Observation.start("request", registry);
        try (InMemoryLocks locks = observed(null);
                Observation.Scope scope = request.openScope()) {
            locks.reentrant("orders:42").acquire(Duration.ZERO).close();
        }
        request.stop();

        assertThatRegistry()
                .hasObservationWithNameEqualTo("latchkey.lock")
                .that()
                .hasParentObservationEqualTo(request);
    }

    @Test
    void whenBusyOrGoneAwayShouldEndWithThat() throws Exception {
        try (InMemoryLocks locks = observed(null);
                Lease held = locks.reentrant("orders:42").acquire(Duration.ZERO)) {
            assertThat(locks.reentrant("orders:42").tryAcquire()).isEmpty();
            CompletableFuture<Lease> waiting = locks.reentrant("orders:42").acquireAsync(Duration.ofMinutes(1));
            waiting.cancel(false);
        }

        assertThatRegistry().hasNumberOfObservationsWithNameEqualTo("latchkey.lock", 3);
        for (String outcome : List.of("acquired", "busy", "cancelled")) {
            // What a convention says of the outcome is asked for when the observation stops.
            assertThatRegistry().hasAnObservationWithAKeyValue("outcome", outcome);
        }
    }

    @Test
    void whenLostShouldEndWithThatError() throws Exception {
        try (InMemoryLocks locks = observed(null)) {
            Lease lease = locks.reentrant("orders:42").acquire(Duration.ZERO);
            locks.reentrant("orders:42").forceUnlock();
            assertThat(lease.isValid()).isFalse();
        }

        await().untilAsserted(() -> assertThatRegistry()
                .hasSingleObservationThat()
                .hasBeenStopped()
                .hasEvent(LockTelemetry.LOST_EVENT)
                .assertThatError()
                .isInstanceOf(LeaseLostException.class));
    }

    @Test
    void shouldGoByTheConventionItIsGiven() throws Exception {
        DefaultLockObservationConvention own = new DefaultLockObservationConvention() {
            @Override
            public String getName() {
                return "shop.lock";
            }

            @Override
            public KeyValues getHighCardinalityKeyValues(LockObservationContext context) {
                return KeyValues.empty();
            }
        };
        try (InMemoryLocks locks = observed(own)) {
            locks.reentrant("orders:42").acquire(Duration.ZERO).close();
        }

        assertThatRegistry()
                .hasSingleObservationThat()
                .hasNameEqualTo("shop.lock")
                .doesNotHaveHighCardinalityKeyValueWithKey("lock.key");
    }

    private InMemoryLocks observed(@Nullable LockObservationConvention convention) {
        return InMemoryLocks.create(new LockObservations(registry, new KnownLockNames(List.of("orders")), convention));
    }

    private TestObservationRegistryAssert assertThatRegistry() {
        return TestObservationRegistryAssert.assertThat(registry);
    }
}
