package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.LockContext;
import io.latchkey.LockTemplate;
import io.latchkey.Locks;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.spring.RunningBoot;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.metrics.KnownLockNames;
import io.latchkey.spring.metrics.LockGauges;
import io.latchkey.spring.metrics.LockMeters;
import io.latchkey.spring.metrics.LockNames;
import io.latchkey.spring.metrics.LockObservationConvention;
import io.latchkey.spring.metrics.LockObservations;
import io.latchkey.spring.metrics.LockTelemetry;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class LatchkeyObservabilityAutoConfigurationTest {

    private static final int CONTEXTS = 20;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LatchkeyAutoConfiguration.class, LatchkeyObservabilityAutoConfiguration.class))
            .withPropertyValues("latchkey.backend=in-memory", "latchkey.observability.lock-names=orders,invoices");

    /** With what an application with the actuator has. */
    private final ApplicationContextRunner withActuator = runner.withConfiguration(AutoConfigurations.of(
            RunningBoot.moved(
                    "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
                    "org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration"),
            RunningBoot.moved(
                    "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
                    "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"),
            RunningBoot.moved(
                    "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration",
                    "org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration"),
            RunningBoot.moved(
                    "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
                    "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration")));

    @Test
    void whenActuatorIsThereShouldMeasureAndObserve() {
        withActuator.run(context -> {
            assertThat(context)
                    .hasSingleBean(LockMeters.class)
                    .hasSingleBean(LockGauges.class)
                    .hasSingleBean(LockObservations.class);
            context.getBean(LockTemplate.class).execute("orders:42", () -> {});

            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get(LockTelemetry.ACQUIRE)
                            .tag("lock.name", "orders")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get(LockTelemetry.LOCKS_HELD).gauge().value()).isZero();
            assertThat(registry.get(LockTelemetry.LOCK)
                            .tag("lock.name", "orders")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.getMeters())
                    .flatExtracting(meter -> meter.getId().getTags())
                    .noneMatch(tag -> tag.getValue().contains("42"));
        });
    }

    @Test
    void shouldKnowTheNamesOfAnnotatedMethods() {
        withActuator
                .withConfiguration(AutoConfigurations.of(LatchkeyAnnotationAutoConfiguration.class))
                .withUserConfiguration(Annotated.class)
                .run(context -> {
                    context.getBean(Stock.class).reserve("secret");

                    assertThat(context.getBean(MeterRegistry.class)
                                    .get(LockTelemetry.ACQUIRE)
                                    .tag("lock.name", "item")
                                    .timer()
                                    .count())
                            .isEqualTo(1);
                });
    }

    @Test
    void whenTheRegistryHasNothingToSayShouldBeSilent() {
        runner.withBean(ObservationRegistry.class, () -> ObservationRegistry.NOOP)
                .run(context -> {
                    context.getBean(LockTemplate.class).execute("orders:42", () -> {});

                    assertThat(context).hasSingleBean(LockObservations.class);
                });
    }

    @Test
    void whenThereIsNoRegistryShouldNotMeasure() {
        runner.run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(KnownLockNames.class)
                .doesNotHaveBean(LockMeters.class)
                .doesNotHaveBean(LockObservations.class));
    }

    @Test
    void whenMicrometerIsNotThereShouldDoWithout() {
        withActuator.withClassLoader(new FilteredClassLoader("io.micrometer")).run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean("latchkeyLockMeters");
            context.getBean(LockTemplate.class).execute("orders:42", () -> {});
        });
    }

    @Test
    void whenDisabledShouldDoNothing() {
        withActuator.withPropertyValues("latchkey.enabled=false").run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(LockMeters.class)
                .doesNotHaveBean(LockNames.class));
    }

    @Test
    void whenApplicationHasBeansOfItsOwnShouldMakeWay() {
        withActuator.withUserConfiguration(Own.class).run(context -> {
            assertThat(context).hasSingleBean(LockNames.class).hasBean("ownNames");
            context.getBean(LockTemplate.class).execute("orders:42", () -> {});

            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get(LockTelemetry.ACQUIRE)
                            .tag("lock.name", "all")
                            .timer())
                    .isNotNull();
            assertThat(registry.get("own.lock").timer().count()).isEqualTo(1);
        });
    }

    @Test
    void whenApplicationMeasuresAndObservesByItselfShouldMakeWay() {
        withActuator.withUserConfiguration(OwnTelemetry.class).run(context -> assertThat(context)
                .hasSingleBean(LockMeters.class)
                .hasBean("ownMeters")
                .hasSingleBean(LockGauges.class)
                .hasBean("ownGauges")
                .hasSingleBean(LockObservations.class)
                .hasBean("ownObservations"));
    }

    @Test
    void whenLocksAreNotOursGaugesShouldStillWork() {
        runner.withBean(SimpleMeterRegistry.class)
                .withBean(Locks.class, LatchkeyObservabilityAutoConfigurationTest::foreignLocks)
                .run(context -> {
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    context.getBean(LockGauges.class).bindTo(registry);

                    assertThat(registry.get(LockTelemetry.LOCKS_HELD).gauge().value())
                            .isZero();
                });
    }

    @Test
    void whenContextsHaveClosedShouldLeaveNothingInARegistryTheyShared() {
        MeterRegistry shared = new SimpleMeterRegistry();
        List<WeakReference<Object>> closed = new ArrayList<>();
        try {
            for (int i = 0; i < CONTEXTS; i++) {
                runner.withBean("shared", MeterRegistry.class, () -> shared).run(context -> {
                    LockGauges gauges = context.getBean(LockGauges.class);
                    List.of(shared, Metrics.globalRegistry).forEach(gauges::bindTo);
                    assertThatOneLockIsGauged(context, shared);
                    closed.add(beanFactory(context));
                });
            }

            assertThat(gauges(shared)).isEmpty();
            assertThat(gauges(Metrics.globalRegistry)).isEmpty();
            assertThatAllAreCollected(closed);
        } finally {
            shared.close();
        }
    }

    @Test
    void whenContextsHaveClosedShouldLeaveNothingInTheGlobalRegistry() {
        Set<MeterRegistry> before = Set.copyOf(Metrics.globalRegistry.getRegistries());
        List<MeterRegistry> added = new ArrayList<>();
        List<WeakReference<Object>> closed = new ArrayList<>();
        try {
            for (int i = 0; i < CONTEXTS; i++) {
                withActuator.run(context -> {
                    MeterRegistry own = context.getBean(MeterRegistry.class);
                    assertThat(Metrics.globalRegistry.getRegistries()).contains(own);
                    assertThatOneLockIsGauged(context, own);
                    added.add(own);
                    closed.add(beanFactory(context));
                });
            }

            assertThat(before).doesNotContainAnyElementsOf(added);
            assertThat(added)
                    .allSatisfy(registry -> assertThat(gauges(registry)).isEmpty());
            assertThatAllAreCollected(closed);
        } finally {
            added.forEach(Metrics::removeRegistry);
        }
    }

    private static void assertThatOneLockIsGauged(ApplicationContext context, MeterRegistry registry) {
        context.getBean(LockTemplate.class).execute("orders:42", () -> assertThat(
                        registry.get(LockTelemetry.LOCKS_HELD).gauge().value())
                .isEqualTo(1));
    }

    private static WeakReference<Object> beanFactory(ApplicationContext context) {
        return new WeakReference<>(context.getAutowireCapableBeanFactory());
    }

    private static List<Meter> gauges(MeterRegistry registry) {
        return registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("latchkey.locks."))
                .toList();
    }

    private static void assertThatAllAreCollected(List<WeakReference<Object>> closed) {
        assertThat(closed).hasSize(CONTEXTS);
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(closed).allMatch(beans -> beans.get() == null);
        });
    }

    @Test
    void whenANameIsBlankShouldFailAndNameTheProperty() {
        runner.withPropertyValues("latchkey.observability.lock-names=orders,,invoices")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("latchkey.observability.lock-names"));
    }

    static Locks foreignLocks() {
        Locks locks = InMemoryLocks.create();
        return (Locks) Proxy.newProxyInstance(
                Locks.class.getClassLoader(),
                new Class<?>[] {Locks.class},
                (proxy, method, arguments) -> method.invoke(locks, arguments));
    }

    @Configuration(proxyBeanMethods = false)
    static class Own {

        @Bean
        LockNames ownNames() {
            return lockName -> new LockNames.Parts("all", lockName);
        }

        @Bean
        LockObservationConvention ownConvention() {
            return new LockObservationConvention() {
                @Override
                public String getName() {
                    return "own.lock";
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnTelemetry {

        @Bean
        LockMeters ownMeters(MeterRegistry registry, LockNames names) {
            return new LockMeters(registry, names);
        }

        @Bean
        LockGauges ownGauges() {
            return new LockGauges(List::of);
        }

        @Bean
        LockObservations ownObservations(ObservationRegistry registry, LockNames names) {
            return new LockObservations(registry, names, null);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Annotated {

        @Bean
        Stock stock() {
            return new Stock();
        }
    }

    static class Stock {

        @DistributedLock(name = "item", key = "#p0")
        public void reserve(String item) {
            assertThat(LockContext.currentLease())
                    .hasValueSatisfying(lease -> assertThat(lease.name()).isEqualTo("item:" + item));
        }
    }
}
