package io.latchkey.benchmarks.jmh;

import io.latchkey.LockTemplate;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.autoconfigure.LatchkeyAnnotationAutoConfiguration;
import io.latchkey.spring.autoconfigure.LatchkeyAutoConfiguration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * Calls of an annotated method on the in-memory backend, beside the same work in a template. What the annotation adds is
 * {@link #annotated} less {@link #template}; what a key adds is {@link #annotatedWithKey} less {@link #annotated}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AnnotationBenchmark {

    private final ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
            .properties("latchkey.backend=in-memory", "spring.main.banner-mode=off", "logging.level.root=error")
            .run();
    private final Orders orders = context.getBean(Orders.class);
    private final LockTemplate template = context.getBean(LockTemplate.class);

    @TearDown
    public void close() {
        context.close();
    }

    @Benchmark
    public Object plain() {
        return orders.plain("42");
    }

    @Benchmark
    public Object template() {
        return template.execute("orders", () -> "paid");
    }

    @Benchmark
    public Object annotated() {
        return orders.locked("42");
    }

    @Benchmark
    public Object annotatedWithKey() {
        return orders.lockedByKey("42");
    }

    /** What is called. */
    public static class Orders {

        public String plain(String orderId) {
            return orderId;
        }

        @DistributedLock(name = "orders")
        public String locked(String orderId) {
            return orderId;
        }

        @DistributedLock(name = "orders", key = "#orderId")
        public String lockedByKey(String orderId) {
            return orderId;
        }
    }

    /** An application with nothing but locks. */
    @SpringBootConfiguration
    @ImportAutoConfiguration({LatchkeyAutoConfiguration.class, LatchkeyAnnotationAutoConfiguration.class})
    @Import(Orders.class)
    public static class Application {}
}
