package io.latchkey.benchmarks.scenario;

import io.latchkey.testkit.ParentWatch;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * A small application with Redis, which tells how long its start took and how many threads it then has. With
 * {@code ping} it also says a word to Redis at start, as an application does that uses it.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
public class StartMain {

    static final String STARTED = "started ";

    public static void main(String[] arguments) {
        ParentWatch.exitWithParent();
        long begun = System.nanoTime();
        ConfigurableApplicationContext context = SpringApplication.run(StartMain.class, arguments);
        if (Arrays.asList(arguments).contains("ping")) {
            context.getBean(StringRedisTemplate.class).hasKey("ping");
        }
        long millis = (System.nanoTime() - begun) / 1_000_000;
        System.out.println(
                STARTED + millis + " " + ManagementFactory.getThreadMXBean().getThreadCount());
        context.close();
    }
}
