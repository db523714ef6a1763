package io.latchkey.benchmarks.run;

import io.latchkey.benchmarks.load.Order;
import io.latchkey.benchmarks.load.Outcome;
import io.latchkey.benchmarks.load.WorkerMain;
import io.latchkey.benchmarks.locks.Endpoints;
import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.testkit.ChildJvm;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** A {@link WorkerMain} as the driver sees it. */
final class Worker implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofMinutes(3);
    /** The compiler at full strength, unlike in tests, and room for many threads and leases. */
    private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=4", "-Xmx1g", "-Xss512k");

    private final ChildJvm jvm;

    private Worker(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts the process; {@link #awaitStart} says when it is there. */
    static Worker start(Implementation implementation, Endpoints endpoints, Duration leaseTime) {
        return new Worker(ChildJvm.start(
                JVM,
                WorkerMain.class,
                implementation.name(),
                Long.toString(leaseTime.toMillis()),
                JSON.writeValueAsString(endpoints)));
    }

    void awaitStart() throws InterruptedException {
        String unused = answer();
    }

    void prepare(Order order, boolean contended) {
        jvm.send("prepare " + contended + " " + JSON.writeValueAsString(order));
    }

    void awaitReady() throws InterruptedException {
        String unused = answer();
    }

    void go() {
        jvm.send("go");
    }

    Outcome awaitOutcome() throws InterruptedException {
        return JSON.readValue(answer(), Outcome.class);
    }

    /** Gives back what it holds and returns how much of it was lost. */
    int clean() throws InterruptedException {
        jvm.send("clean");
        return Integer.parseInt(answer());
    }

    @Override
    public void close() {
        jvm.close();
    }

    private String answer() throws InterruptedException {
        String answer = jvm.awaitLine(WorkerMain.ANSWER, LIMIT).substring(WorkerMain.ANSWER.length());
        if (answer.startsWith(WorkerMain.FAILED)) {
            throw new RoundFailedException(answer.substring(WorkerMain.FAILED.length()));
        }
        return answer;
    }
}
