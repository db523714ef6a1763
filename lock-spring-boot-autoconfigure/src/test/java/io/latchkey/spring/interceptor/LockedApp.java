package io.latchkey.spring.interceptor;

import io.latchkey.spring.autoconfigure.LatchkeyAnnotationAutoConfiguration;
import io.latchkey.spring.autoconfigure.LatchkeyAutoConfiguration;
import io.latchkey.testkit.RedisServer;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

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

    /** With locks in Redis; a test adds beans. */
    static ApplicationContextRunner onRedis(RedisServer server, Class<?>... beans) {
        return onRedis(server.host(), server.port(), beans);
    }

    /** The same for a process that has not started the server. */
    static ApplicationContextRunner onRedis(String host, int port, Class<?>... beans) {
        return inMemory(beans)
                .withPropertyValues("latchkey.backend=redis")
                .withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(host, port));
    }
}
