package io.latchkey.benchmarks.jmh;

import io.latchkey.NamedLock;
import io.latchkey.memory.InMemoryLocks;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Entering a lock again that the thread holds: the engine's own work, the same on every backend. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReentryBenchmark {

    private final InMemoryLocks locks = InMemoryLocks.create();
    private final NamedLock held = locks.reentrant("order:42");

    @Setup
    public void hold() {
        held.lock();
    }

    @TearDown
    public void release() {
        held.unlock();
        locks.close();
    }

    @Benchmark
    public void sameObject() {
        held.lock();
        held.unlock();
    }

    @Benchmark
    public void byName() {
        NamedLock again = locks.reentrant("order:42");
        again.lock();
        again.unlock();
    }

    @Benchmark
    public boolean isHeld() {
        return held.isHeldByCurrentThread();
    }
}
