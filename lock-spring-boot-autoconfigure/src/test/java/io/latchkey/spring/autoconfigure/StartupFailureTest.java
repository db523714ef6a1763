package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What a user reads when the application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class StartupFailureTest {

    private static final Map<String, Object> DEFAULTS = Map.of(
            "latchkey.backend", "in-memory",
            "spring.jmx.enabled", "true",
            "management.endpoints.web.exposure.include", "locks",
            "management.endpoints.jmx.exposure.include", "locks");

    @Test
    void whenThereIsNoConnectionFactoryShouldSayWhatToAdd(CapturedOutput output) {
        startInVain("--latchkey.backend=redis");

        assertThat(output)
                .contains("this application has no RedisConnectionFactory bean")
                .contains("org.springframework.boot:spring-boot-starter-data-redis")
                .contains("latchkey.backend=in-memory");
    }

    @Test
    void whenLeaseTimeIsZeroShouldSayWhereItIsSetAndWhatItMayBe(CapturedOutput output) {
        startInVain("--latchkey.lease-time=0s");

        assertThat(output)
                .contains("The property latchkey.lease-time is '0s' (set at \"latchkey.lease-time\" from property"
                        + " source \"commandLineArgs\"), but it must be between 1ms and 3650d, as in 30s.")
                .contains("Change latchkey.lease-time, or remove it to get its default.");
    }

    @Test
    void whenKeyPrefixHasBracesShouldSaySo(CapturedOutput output) {
        startInVain("--latchkey.keyPrefix={shop}:");

        assertThat(output)
                .contains("The property latchkey.key-prefix is '{shop}:'")
                .contains("must not contain braces");
    }

    @Test
    void whenCommandTimeoutIsNoTimeShouldSaySo(CapturedOutput output) {
        startInVain("--latchkey.redis.command-timeout=soon");

        assertThat(output)
                .contains("Property: latchkey.redis.command-timeout")
                .contains("'soon' is not a valid duration");
    }

    @Test
    void whenBackendIsUnknownShouldListThoseThereAre(CapturedOutput output) {
        startInVain("--latchkey.backend=mongo");

        assertThat(output)
                .contains("Property: latchkey.backend")
                .contains("IN_MEMORY")
                .contains("REDIS");
    }

    @Test
    void whenRedLockNodesAreTooFewShouldSaySoWithoutTheirCredentials(CapturedOutput output) {
        startInVain("--latchkey.red-lock.nodes=redis://app:swordfish@10.0.0.1,redis://app:swordfish@10.0.0.2");

        assertThat(output)
                .contains("The property latchkey.red-lock.nodes is 'redis://***@10.0.0.2' (set at")
                .contains("but it must name an odd number of servers, three or more, or be empty.")
                .doesNotContain("swordfish");
    }

    @Test
    void whenARedLockNodeIsNoAddressShouldSaySoWithoutItsCredentials(CapturedOutput output) {
        startInVain(
                "--latchkey.red-lock.nodes[0]=redis://10.0.0.1",
                "--latchkey.red-lock.nodes[1]=redis://10.0.0.2",
                "--latchkey.red-lock.nodes[2]=app:swordfish@10.0.0.3");

        assertThat(output)
                .contains("The property latchkey.red-lock.nodes[2] is '***@10.0.0.3' (set at")
                .contains("but it must be the address of a Redis server")
                .doesNotContain("swordfish");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "latchkey.enabled=ture",
                "latchkey.Enabled=2",
                "latchkey.enabled=",
                "latchkey.enabled=${shop.absent}"
            })
    void whenEnabledIsNeitherTrueNorFalseShouldSaySo(String setting, CapturedOutput output) {
        startInVain("--" + setting);

        assertThat(output)
                .contains("The property latchkey.enabled is '" + setting.substring(setting.indexOf('=') + 1)
                        + "' (set at")
                .contains("but it must be true or false.")
                .contains("Change latchkey.enabled, or remove it to get its default.");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                LatchkeyAnnotationAutoConfiguration.class,
                LatchkeyObservabilityAutoConfiguration.class,
                LatchkeyDisabledAutoConfiguration.class
            })
    void whenEnabledIsWrongShouldFailWithAnyPart(Class<?> part) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(part))
                .withPropertyValues("latchkey.enabled=ture")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining("latchkey.enabled"));
    }

    /** No wrong value counts as "off" or as the default, whether Latchkey or Spring Boot reads it. */
    @ParameterizedTest
    @CsvSource({
        "latchkey.enabled,                                   ture",
        "latchkey.backend,                                   memory",
        "latchkey.wait-time,                                 soon",
        "latchkey.lease-time,                                soon",
        "latchkey.redis.command-timeout,                     soon",
        "latchkey.redis.replicas,                            two",
        "latchkey.redis.replica-timeout,                     soon",
        "latchkey.fair.waiter-timeout,                       soon",
        "latchkey.red-lock.nodes,                            one",
        "latchkey.red-lock.nodes[1],                         one",
        "latchkey.red-lock.node-timeout,                     soon",
        "latchkey.annotation.order,                          first",
        "latchkey.observability.lock-names,                  ' ,orders'",
        "management.endpoint.locks.access,                   all",
        "management.endpoint.locks.show-values,              alway",
        "management.endpoint.locks.force-unlock,             ture",
        "management.endpoint.locks.cache.time-to-live,       soon",
        "spring.aop.proxy-target-class,                      ture",
        "spring.threads.virtual.enabled,                     ture",
    })
    void whenAValueIsOfNoUseShouldNameItAndItsProperty(String property, String value, CapturedOutput output) {
        startInVain(AutoConfigured.class, "--" + property + "=" + value);

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(property)
                .contains(value);
    }

    private static void startInVain(String... args) {
        startInVain(Application.class, args);
    }

    private static void startInVain(Class<?> source, String... args) {
        SpringApplication application = new SpringApplication(source);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(DEFAULTS);
        assertThatThrownBy(() -> application.run(args).close()).isNotNull();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class AutoConfigured {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LatchkeyAutoConfiguration.class)
    static class Application {}
}
