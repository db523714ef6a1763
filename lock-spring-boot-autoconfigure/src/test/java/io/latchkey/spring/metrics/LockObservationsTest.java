package io.latchkey.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockBackendException;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisServer;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

@Timeout(60)
class LockObservationsTest {

    private static final LockNames NAMES = new KnownLockNames(List.of("orders"));

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

    @ParameterizedTest
    @EnumSource
    void whenTheBackendDoesNotConfirmTheReleaseShouldEndAllTheSame(Release release) throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (RedisServer server = RedisServer.start()) {
            LettuceConnectionFactory connections = new LettuceConnectionFactory(server.host(), server.port());
            connections.afterPropertiesSet();
            connections.start();
            try (RedisLocks locks = RedisLocks.builder(connections)
                    .commandTimeout(Duration.ofSeconds(2))
                    .listener(new LockObservations(registry, NAMES, null))
                    .listener(new LockMeters(meters, NAMES))
                    .build()) {
                Lease lease = locks.reentrant("orders:42").acquire(Duration.ofSeconds(20));
                server.kill();

                assertThatThrownBy(() -> release.of(lease)).isInstanceOf(LockBackendException.class);

                assertThatRegistry().hasSingleObservationThat().hasBeenStopped();
                assertThat(meters.get(LockTelemetry.HELD).timer().count()).isEqualTo(1);
            } finally {
                connections.destroy();
            }
        }
    }

    /** The ways to give a lease back. */
    enum Release {
        BLOCKING {
            @Override
            void of(Lease lease) {
                lease.release();
            }
        },
        ASYNCHRONOUS {
            @Override
            void of(Lease lease) throws Throwable {
                try {
                    lease.releaseAsync().join();
                } catch (CompletionException e) {
                    throw e.getCause();
                }
            }
        };

        abstract void of(Lease lease) throws Throwable;
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
        return InMemoryLocks.create(new LockObservations(registry, NAMES, convention));
    }

    private TestObservationRegistryAssert assertThatRegistry() {
        return TestObservationRegistryAssert.assertThat(registry);
    }
}
