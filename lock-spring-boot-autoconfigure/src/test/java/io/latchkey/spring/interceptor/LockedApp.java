package io.latchkey.spring.interceptor;

import io.latchkey.spring.autoconfigure.LatchkeyAnnotationAutoConfiguration;
import io.latchkey.spring.autoconfigure.LatchkeyAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Small applications with locked beans. */
final class LockedApp {

    private LockedApp() {}

    /** With locks of its own JVM; a test adds beans. */
    static ApplicationContextRunner inMemory(Class<?>... beans) {
        ApplicationContextRunner runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LatchkeyAutoConfiguration.class,
                        LatchkeyAnnotationAutoConfiguration.class,
                        AopAutoConfiguration.class))
                .withPropertyValues("latchkey.backend=in-memory");
        for (Class<?> bean : beans) {
            runner = runner.withBean(bean);
        }
        return runner;
    }
}
