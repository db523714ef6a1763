package io.latchkey.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Locks;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** A test that says itself where its locks live. */
@SpringBootTest(properties = {"latchkey.backend=redis", "latchkey.enabled=false"})
class OtherBackendTest {

    @Autowired
    private Environment environment;

    @Autowired
    private ObjectProvider<Locks> locks;

    @Autowired
    private ObjectProvider<LockTestControl> control;

    @Test
    void shouldBeLeftAlone() {
        assertThat(environment.getProperty("latchkey.backend")).isEqualTo("redis");
        assertThat(locks.stream()).isEmpty();
        assertThat(control.stream()).isEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
