package io.latchkey.spring.test;

import java.util.List;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/** Puts the locks of a test in memory, unless its properties name another backend: what it says here comes last. */
record InMemoryContextCustomizer() implements ContextCustomizer {

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        context.getEnvironment()
                .getPropertySources()
                .addLast(new MapPropertySource("latchkeyTest", Map.of("latchkey.backend", "in-memory")));
    }

    /** Found by Spring's test support. */
    static final class Factory implements ContextCustomizerFactory {

        @Override
        public ContextCustomizer createContextCustomizer(
                Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
            return new InMemoryContextCustomizer();
        }
    }
}
