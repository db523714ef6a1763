package io.latchkey.benchmarks.jmh;

import io.latchkey.LockTemplate;
import io.latchkey.NamedLock;
import io.latchkey.memory.InMemoryLocks;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** The locks of the in-memory backend, with the JDK's own lock for comparison. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class InMemoryBenchmark {

    private final InMemoryLocks locks = InMemoryLocks.create();
    private final LockTemplate template = new LockTemplate(locks);
    private final ReentrantLock jdk = new ReentrantLock();

    @TearDown
    public void close() {
        locks.close();
    }

    @Benchmark
    public void lock() {
        lockAndUnlock(locks.reentrant("order:42"));
    }

    @Benchmark
    @Threads(4)
    public void contendedLock() {
        lockAndUnlock(locks.reentrant("order:42"));
    }

    @Benchmark
    public Object template() {
        return template.execute("order:42", () -> jdk);
    }

    @Benchmark
    public void jdkLock() {
        jdk.lock();
        jdk.unlock();
    }

    private static void lockAndUnlock(NamedLock lock) {
        lock.lock();
        lock.unlock();
    }
}
