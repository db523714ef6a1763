package io.latchkey.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class ThreadNameTest {

    @Test
    void whenNamedShouldBeThatName() {
        assertThat(nameIn(task -> new Thread(task, "worker-7").start())).isEqualTo("worker-7");
    }

    @Test
    void whenTheNameIsBlankShouldBeItsNumber() {
        assertThat(nameIn(task -> new Thread(task, " ").start())).matches("thread #\\d+");
    }

    @Test
    void whenVirtualShouldSaySo() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need JDK 21 or newer");
        Executor virtual = (Executor)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);

        assertThat(nameIn(virtual)).matches("virtual thread #\\d+");
    }

    private static String nameIn(Executor threads) {
        return CompletableFuture.supplyAsync(ThreadName::current, threads).join();
    }
}
