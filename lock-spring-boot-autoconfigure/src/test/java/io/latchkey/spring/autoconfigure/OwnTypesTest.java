package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A bean of a common type, such as a clock or an executor, would be injected where nobody thought of locks. */
class OwnTypesTest {

    @ParameterizedTest
    @ValueSource(strings = {"redis", "in-memory"})
    void shouldRegisterBeansOfOwnTypesOnly(String backend) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LatchkeyAutoConfiguration.class,
                        LatchkeyAnnotationAutoConfiguration.class,
                        LatchkeyObservabilityAutoConfiguration.class,
                        LatchkeyEndpointAutoConfiguration.class))
                .withPropertyValues("latchkey.backend=" + backend, "management.endpoints.web.exposure.include=locks")
                .withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory("localhost", 1))
                .withBean(SimpleMeterRegistry.class)
                .withBean(ObservationRegistry.class, ObservationRegistry::create)
                .run(context -> assertThat(factoryMethods(context.getSourceApplicationContext()))
                        .hasSizeGreaterThan(8)
                        .allSatisfy(method ->
                                assertThat(method.getReturnType().getName()).startsWith("io.latchkey.")));
    }

    /** Those of ours that made a bean. */
    private static Stream<Method> factoryMethods(ConfigurableApplicationContext context) {
        return Stream.of(context.getBeanDefinitionNames())
                .map(context.getBeanFactory()::getMergedBeanDefinition)
                .filter(RootBeanDefinition.class::isInstance)
                .map(definition -> ((RootBeanDefinition) definition).getResolvedFactoryMethod())
                .filter(method ->
                        method != null && method.getDeclaringClass().getName().startsWith("io.latchkey."));
    }
}
