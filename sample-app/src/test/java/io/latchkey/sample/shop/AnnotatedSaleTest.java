package io.latchkey.sample.shop;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Through a context, because it is the context that brings an annotation to life. */
class AnnotatedSaleTest extends SaleContract {

    private @Nullable ConfigurableApplicationContext context;

    @Override
    Sale sale(Till till) {
        context = new SpringApplicationBuilder(JustTheSale.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "latchkey.backend=in-memory", "spring.config.name=none", "spring.datasource.url=jdbc:h2:mem:")
                .initializers(starting -> starting.getBeanFactory().registerSingleton("till", till))
                .run();
        return context.getBean(AnnotatedSale.class);
    }

    @AfterEach
    void close() {
        if (context != null) {
            context.close();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(AnnotatedSale.class)
    static class JustTheSale {}
}
