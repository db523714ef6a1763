package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.LockContext;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.testkit.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;

/** What a whole application logs when it starts, with everything on the class path that is there. */
@ExtendWith(OutputCaptureExtension.class)
class QuietStartTest {

    @Test
    void shouldNotMakeBeansTooEarlyToBeProxied(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(Application.class)) {
            assertThat(context.getBean(Shop.class).pay()).isEqualTo("order");
        }

        isQuiet(output);
    }

    @Test
    void whenTheLocksAreInRedisShouldBeAsQuiet(CapturedOutput output) {
        try (RedisServer server = RedisServer.start();
                ConfigurableApplicationContext context = start(
                        List.of(
                                "latchkey.backend=redis",
                                "spring.data.redis.host=" + server.host(),
                                "spring.data.redis.port=" + server.port()),
                        Application.class)) {
            assertThat(context.getBean(Shop.class).pay()).isEqualTo("order");
        }

        isQuiet(output);
    }

    private static void isQuiet(CapturedOutput output) {
        assertThat(output)
                .as("the log is read")
                .contains("Started ")
                .doesNotContain("not eligible for")
                .doesNotContain("WARN");
    }

    @Test
    void whenAnAnnotationCannotWorkShouldSayWhatToWrite(CapturedOutput output) {
        assertThatThrownBy(() -> start(Application.class, WrongShop.class)).isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(
                        "@DistributedLock on WrongShop.pay(String): the key '#order' uses #order, which is no parameter.")
                .contains("Use one of #a0, #orderId, #p0.");
    }

    private static ConfigurableApplicationContext start(Class<?>... sources) {
        return start(List.of("latchkey.backend=in-memory"), sources);
    }

    private static ConfigurableApplicationContext start(List<String> properties, Class<?>... sources) {
        SpringApplication application = new SpringApplicationBuilder(sources)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.datasource.generate-unique-name=true",
                        "spring.main.banner-mode=off",
                        "logging.level.root=info")
                .properties(properties.toArray(String[]::new))
                .build();
        return application.run();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Shop shop() {
            return new Shop();
        }

        @Bean
        static BeanPostProcessor processor() {
            return new BeanPostProcessor() {};
        }
    }

    static class Shop {

        @Transactional
        @DistributedLock(name = "order")
        public String pay() {
            return LockContext.currentLease().orElseThrow().name();
        }
    }

    static class WrongShop {

        @DistributedLock(key = "#order")
        public void pay(String orderId) {}
    }
}
