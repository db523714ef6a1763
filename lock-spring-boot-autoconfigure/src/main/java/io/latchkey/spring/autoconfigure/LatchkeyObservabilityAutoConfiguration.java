package io.latchkey.spring.autoconfigure;

import io.latchkey.LockOverview;
import io.latchkey.Locks;
import io.latchkey.spring.metrics.KnownLockNames;
import io.latchkey.spring.metrics.LockGauges;
import io.latchkey.spring.metrics.LockMeters;
import io.latchkey.spring.metrics.LockNames;
import io.latchkey.spring.metrics.LockObservationConvention;
import io.latchkey.spring.metrics.LockObservations;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Measures and observes the locks where Micrometer is there to do it. */
@AutoConfiguration(
        afterName = {
            // Spring Boot 4, then 3
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration"
        })
@ConditionalOnLatchkeyEnabled
@EnableConfigurationProperties(LatchkeyObservabilityProperties.class)
public final class LatchkeyObservabilityAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(LockNames.class)
    KnownLockNames latchkeyLockNames(LatchkeyObservabilityProperties properties) {
        return new KnownLockNames(properties.lockNames());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnSingleCandidate(MeterRegistry.class)
    static final class MetersConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LockMeters latchkeyLockMeters(MeterRegistry registry, LockNames names) {
            return new LockMeters(registry, names);
        }

        @Bean
        @ConditionalOnMissingBean
        LockGauges latchkeyLockGauges(ObjectProvider<Locks> locks) {
            return new LockGauges(() -> locks.stream()
                    .filter(LockOverview.class::isInstance)
                    .map(LockOverview.class::cast)
                    .toList());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    @ConditionalOnBean(ObservationRegistry.class)
    static final class ObservationConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LockObservations latchkeyLockObservations(
                ObservationRegistry registry, LockNames names, ObjectProvider<LockObservationConvention> convention) {
            return new LockObservations(registry, names, convention.getIfAvailable());
        }
    }
}
