package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spring.actuate.LocksEndpoint;
import io.latchkey.spring.actuate.LocksEndpointProperties;
import io.latchkey.spring.actuate.LocksEndpointWebExtension;
import io.latchkey.spring.metrics.KnownLockNames;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class LatchkeyEndpointAutoConfigurationTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LatchkeyAutoConfiguration.class,
                    LatchkeyObservabilityAutoConfiguration.class,
                    LatchkeyEndpointAutoConfiguration.class))
            .withPropertyValues("latchkey.backend=in-memory");

    private final ApplicationContextRunner exposed =
            runner.withPropertyValues("management.endpoints.web.exposure.include=locks");

    @Test
    void whenExposedShouldShowTheLocks() {
        exposed.run(context ->
                assertThat(context).hasSingleBean(LocksEndpoint.class).hasSingleBean(LocksEndpointWebExtension.class));
    }

    @Test
    void whenNotExposedShouldDoNothing() {
        runner.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(LocksEndpoint.class)
                .doesNotHaveBean(LocksEndpointWebExtension.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"management.endpoint.locks.access=NONE", "latchkey.enabled=false"})
    void whenNotWantedShouldDoNothing(String property) {
        exposed.withPropertyValues(property).run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(LocksEndpoint.class)
                .doesNotHaveBean(LocksEndpointWebExtension.class));
    }

    @Test
    void whenTheActuatorIsNotThereShouldDoWithout() {
        exposed.withClassLoader(new FilteredClassLoader(ConditionalOnAvailableEndpoint.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("locksEndpoint"));
    }

    @Test
    void whenApplicationHasAnEndpointOfItsOwnShouldMakeWay() {
        exposed.withUserConfiguration(OwnEndpoint.class).run(context -> assertThat(context)
                .hasSingleBean(LocksEndpoint.class)
                .hasBean("ownEndpoint")
                .hasSingleBean(LocksEndpointWebExtension.class));
    }

    @Test
    void whenApplicationHasAnExtensionOfItsOwnShouldMakeWay() {
        exposed.withUserConfiguration(OwnEndpoint.class, OwnExtension.class).run(context -> assertThat(context)
                .hasSingleBean(LocksEndpointWebExtension.class)
                .hasBean("ownExtension"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnEndpoint {

        @Bean
        LocksEndpoint ownEndpoint(LocksEndpointProperties properties) {
            return new LocksEndpoint(List::of, new KnownLockNames(List.of()), List.of(), event -> {}, properties);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnExtension {

        @Bean
        LocksEndpointWebExtension ownExtension(LocksEndpoint endpoint) {
            return new LocksEndpointWebExtension(endpoint);
        }
    }
}
