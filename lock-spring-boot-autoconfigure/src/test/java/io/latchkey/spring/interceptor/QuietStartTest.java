package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.LockContext;
import io.latchkey.spring.annotation.DistributedLock;
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
        SpringApplication application = new SpringApplicationBuilder(sources)
                .web(WebApplicationType.NONE)
                .properties(
                        "latchkey.backend=in-memory",
                        "spring.datasource.generate-unique-name=true",
                        "spring.main.banner-mode=off",
                        "logging.level.root=info")
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
