package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** What a user reads when the application does not start. */
@ExtendWith(OutputCaptureExtension.class)
class StartupFailureTest {

    @Test
    void whenThereIsNoConnectionFactoryShouldSayWhatToAdd(CapturedOutput output) {
        startInVain();

        assertThat(output)
                .contains("this application has no RedisConnectionFactory bean")
                .contains("org.springframework.boot:spring-boot-starter-data-redis")
                .contains("latchkey.backend=in-memory");
    }

    @Test
    void whenLeaseTimeIsZeroShouldSayWhereItIsSetAndWhatItMayBe(CapturedOutput output) {
        startInVain("--latchkey.backend=in-memory", "--latchkey.lease-time=0s");

        assertThat(output)
                .contains("The property latchkey.lease-time is '0s' (set at \"latchkey.lease-time\" from property"
                        + " source \"commandLineArgs\"), but it must be between 1ms and 3650d, as in 30s.")
                .contains("Change latchkey.lease-time, or remove it to get its default.");
    }

    @Test
    void whenKeyPrefixHasBracesShouldSaySo(CapturedOutput output) {
        startInVain("--latchkey.backend=in-memory", "--latchkey.keyPrefix={shop}:");

        assertThat(output)
                .contains("The property latchkey.key-prefix is '{shop}:'")
                .contains("must not contain braces");
    }

    @Test
    void whenCommandTimeoutIsNoTimeShouldSaySo(CapturedOutput output) {
        startInVain("--latchkey.backend=in-memory", "--latchkey.redis.command-timeout=soon");

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
        startInVain(
                "--latchkey.backend=in-memory",
                "--latchkey.red-lock.nodes=redis://app:swordfish@10.0.0.1,redis://app:swordfish@10.0.0.2");

        assertThat(output)
                .contains("The property latchkey.red-lock.nodes is 'redis://***@10.0.0.2' (set at")
                .contains("but it must name an odd number of servers, three or more, or none.")
                .doesNotContain("swordfish");
    }

    @Test
    void whenARedLockNodeIsNoAddressShouldSaySoWithoutItsCredentials(CapturedOutput output) {
        startInVain(
                "--latchkey.backend=in-memory",
                "--latchkey.red-lock.nodes[0]=redis://10.0.0.1",
                "--latchkey.red-lock.nodes[1]=redis://10.0.0.2",
                "--latchkey.red-lock.nodes[2]=app:swordfish@10.0.0.3");

        assertThat(output)
                .contains("The property latchkey.red-lock.nodes[2] is '***@10.0.0.3' (set at")
                .contains("but it must be the address of a Redis server")
                .doesNotContain("swordfish");
    }

    private static void startInVain(String... args) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        assertThatThrownBy(() -> application.run(args).close()).isNotNull();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LatchkeyAutoConfiguration.class)
    static class Application {}
}
