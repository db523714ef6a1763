package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Locks;
import io.latchkey.spring.interceptor.LockAdvisor;
import io.latchkey.spring.metrics.LockNames;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Latchkey is on or off, as the property says in any spelling; anything else fails the start. */
@ExtendWith(OutputCaptureExtension.class)
class EnabledTest {

    private static final String NOTICE =
            "latchkey.enabled is false: methods with @DistributedLock run without their locks";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    LatchkeyAutoConfiguration.class,
                    LatchkeyAnnotationAutoConfiguration.class,
                    LatchkeyObservabilityAutoConfiguration.class,
                    LatchkeyDisabledAutoConfiguration.class))
            .withPropertyValues("latchkey.backend=in-memory");

    @ParameterizedTest
    @CsvSource({
        "latchkey.enabled, true,   true",
        "latchkey.enabled, TRUE,   true",
        "latchkey.enabled, on,     true",
        "latchkey.enabled, Yes,    true",
        "latchkey.enabled, 1,      true",
        "latchkey.enabled, false,  false",
        "latchkey.enabled, ' False ', false",
        "latchkey.enabled, off,    false",
        "latchkey.enabled, no,     false",
        "latchkey.enabled, 0,      false",
        "latchkey.Enabled, false,  false",
        "LATCHKEY.ENABLED, off,    false",
    })
    void shouldReadThePropertyAsSpringBootDoes(String property, String value, boolean enabled) {
        runner.withPropertyValues(property + "=" + value).run(context -> assertThatLatchkeyIs(enabled, context));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "on, true", "false, false", "NO, false"})
    void shouldReadTheEnvironmentVariable(String value, boolean enabled) {
        withEnvironment("LATCHKEY_ENABLED", value).run(context -> assertThatLatchkeyIs(enabled, context));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ture", "2", "yes please"})
    void whenTheEnvironmentVariableIsNeitherShouldFailTheStart(String value) {
        withEnvironment("LATCHKEY_ENABLED", value).run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("latchkey.enabled")
                .hasMessageContaining(value));
    }

    @Test
    void whenDisabledShouldSayOnceThatNothingIsLocked(CapturedOutput output) {
        runner.withPropertyValues("latchkey.enabled=false")
                .run(context -> assertThat(output).containsOnlyOnce(NOTICE));
    }

    @Test
    void whenDisabledAndLazyShouldSaySoToo(CapturedOutput output) {
        runner.withPropertyValues("latchkey.enabled=false")
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> assertThat(output).containsOnlyOnce(NOTICE));
    }

    @Test
    void whenEnabledShouldNotSaySo(CapturedOutput output) {
        runner.run(context -> assertThat(output).doesNotContain(NOTICE));
    }

    private ApplicationContextRunner withEnvironment(String variable, String value) {
        return runner.withInitializer(context -> context.getEnvironment()
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(variable, value))));
    }

    private static void assertThatLatchkeyIs(boolean enabled, AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        for (Class<?> type :
                new Class<?>[] {Locks.class, LockAdvisor.class, LockNames.class, LatchkeyProperties.class}) {
            assertThat(context.getBeanNamesForType(type))
                    .as(type.getSimpleName())
                    .hasSize(enabled ? 1 : 0);
        }
        assertThat(context.getBeanNamesForType(DisabledNotice.class)).hasSize(enabled ? 0 : 1);
        context.getBeanProvider(LatchkeyProperties.class)
                .ifAvailable(properties -> assertThat(properties.enabled()).isTrue());
    }
}
