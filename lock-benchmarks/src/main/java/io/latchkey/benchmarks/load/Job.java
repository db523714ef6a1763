package io.latchkey.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import io.latchkey.benchmarks.load.Board.Visitor;
import io.latchkey.benchmarks.locks.BenchLock;
import io.latchkey.benchmarks.locks.LockClient;
import io.latchkey.benchmarks.measure.Latencies;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An order being carried out: made ready, run, cleaned up, each when the driver says so. */
final class Job {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    /** The one that listens to the driver. */
    private static final int HARNESS_THREADS = 1;

    private final Order order;
    private final HeldLocks held;
    private final List<Turns> turns = new ArrayList<>();
    private final Crew crew;

    Job(Order order, boolean contended, LockClient client) throws Exception {
        this.order = order;
        Board board = Board.open(Path.of(order.board()));
        for (int i = 0; i < order.threads(); i++) {
            turns.add(turns(i, contended, client, board));
        }
        held = new HeldLocks(client, order.name(), order.held());
        held.takeAll();
        Thread.sleep(order.settleMillis());
        crew = new Crew(order.activity(), turns, TimeUnit.MILLISECONDS.toNanos(order.millis()));
    }

    Outcome run() throws InterruptedException {
        long cpu = SYSTEM.getProcessCpuTime();
        long begun = System.nanoTime();
        crew.run(order.activity() != Activity.ONCE);
        return outcome(System.nanoTime() - begun, SYSTEM.getProcessCpuTime() - cpu);
    }

    /** How many of the other locks were lost. */
    int clean() {
        return held.releaseAll();
    }

    private Turns turns(int thread, boolean contended, LockClient client, Board board) {
        String name = order.ownLocks() ? order.name() + "-" + order.process() + "-" + thread : order.name();
        BenchLock lock = contended ? client.contendedLock(order.kind(), name) : client.lock(order.kind(), name);
        Visitor visitor = board.visitor(
                order.ownLocks() ? order.process() * order.threads() + thread : 0,
                order.process() * 10_000L + thread + 1);
        return new Turns(lock, visitor, order.workNanos(), new Tally());
    }

    private Outcome outcome(long elapsed, long cpu) {
        Latencies latencies = new Latencies();
        turns.forEach(each -> latencies.add(each.tally().latencies.buckets()));
        boolean timed = order.activity() != Activity.ONCE;
        return new Outcome(
                turns.stream().map(each -> each.tally().inTime).toList(),
                turns.stream().mapToLong(each -> each.tally().total).sum(),
                timed ? TimeUnit.MILLISECONDS.toNanos(order.millis()) : elapsed,
                cpu,
                turns.stream().mapToLong(each -> each.tally().longestWait).max().orElse(0),
                turns.stream().mapToLong(each -> each.visitor().overlaps()).sum(),
                latencies.buckets(),
                held.heapPerLock(),
                ManagementFactory.getThreadMXBean().getThreadCount() - HARNESS_THREADS);
    }
}
