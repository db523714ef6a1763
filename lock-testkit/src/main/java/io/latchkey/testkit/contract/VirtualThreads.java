package io.latchkey.testkit.contract;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads, where the JVM has them: this code is compiled for one that has not. */
final class VirtualThreads {

    static final String WHY_NOT = "virtual threads need JDK 21 or newer, this is " + Runtime.version();

    private VirtualThreads() {}

    static boolean exist() {
        return Runtime.version().feature() >= 21;
    }

    static ExecutorService onePerTask() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
