package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.testkit.ChildJvm;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.history.History;
import io.latchkey.testkit.history.Hold;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Worker processes under faults at random times, and the history they leave. */
final class ChaosRun implements AutoCloseable {

    private static final int WORKERS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** With fewer a history shows nothing. */
    static final int LEAST_GRANTS = 500;

    private final RedisServer server;
    private final ChaosLoad load;
    private final Duration leaseTime;
    private final Path directory;
    private final Random random;
    private final List<ChildJvm> workers = new ArrayList<>();
    private final List<Path> logs = new ArrayList<>();
    private int faults;

    ChaosRun(RedisServer server, ChaosLoad load, Duration leaseTime, Path directory, long seed)
            throws InterruptedException {
        this.server = server;
        this.load = load;
        this.leaseTime = leaseTime;
        this.directory = directory;
        this.random = new Random(seed);
        for (int i = 0; i < WORKERS; i++) {
            workers.add(startWorker());
        }
        for (ChildJvm worker : workers) {
            worker.awaitLine("ready", LIMIT);
        }
    }

    /** One thing that goes wrong. */
    interface Trouble {

        void happen(ChaosRun run) throws InterruptedException;
    }

    static Trouble command(String words) {
        return run -> run.server.command(words.split(" "));
    }

    /** Freezes a worker. */
    static Trouble freeze(Duration time) {
        return run -> {
            ChildJvm worker = run.anyWorker();
            worker.pause();
            Thread.sleep(time.toMillis());
            worker.resume();
        };
    }

    static Trouble freezeServer(Duration time) {
        return run -> {
            run.server.pause();
            Thread.sleep(time.toMillis());
            run.server.resume();
        };
    }

    /** Kills a worker and starts another. */
    static Trouble kill() {
        return run -> {
            ChildJvm worker = run.anyWorker();
            worker.kill();
            run.workers.remove(worker);
            ChildJvm next = run.startWorker();
            next.awaitLine("ready", LIMIT);
            run.workers.add(next);
        };
    }

    /**
     * Lets troubles happen until the time is over, each kind as often as the others and at least once; on a slow machine
     * until enough has happened to mean something.
     */
    void suffer(List<Trouble> troubles, Duration time, int leastFaults) throws InterruptedException, IOException {
        long start = System.nanoTime();
        do {
            for (Trouble trouble : troubles) {
                Thread.sleep(100 + random.nextInt(200));
                trouble.happen(this);
                faults++;
            }
        } while (System.nanoTime() - start < time.toNanos()
                || (tooLittleHappened(leastFaults) && System.nanoTime() - start < LIMIT.toNanos()));
    }

    private boolean tooLittleHappened(int leastFaults) throws IOException {
        return faults < leastFaults || History.read(logs).holds().size() <= LEAST_GRANTS;
    }

    /** Whether a hold has been cut short so far: its holder died inside, or heard that it was lost. */
    boolean hasCutHoldsShort() throws IOException {
        long now = System.nanoTime();
        return History.read(logs).holds().stream()
                .anyMatch(hold ->
                        hold.ending() == Hold.Ending.LOST || (hold.leftAt() == Hold.NEVER && hold.validUntil() < now));
    }

    int faults() {
        return faults;
    }

    /** Ends the workers in good order and returns what all of them, the killed ones too, have seen. */
    History stop() throws InterruptedException, IOException {
        workers.forEach(worker -> worker.send("stop"));
        for (ChildJvm worker : workers) {
            worker.awaitLine("stopped", LIMIT);
            assertThat(worker.lines()).noneMatch(line -> line.startsWith("failed"));
        }
        return History.read(logs);
    }

    @Override
    public void close() {
        workers.forEach(ChildJvm::close);
    }

    private ChildJvm anyWorker() {
        return workers.get(random.nextInt(workers.size()));
    }

    private ChildJvm startWorker() {
        Path log = directory.resolve("history-" + logs.size());
        logs.add(log);
        return ChildJvm.start(
                ChaosWorker.class,
                server.host(),
                Integer.toString(server.port()),
                Long.toString(leaseTime.toMillis()),
                log.toString(),
                load.name());
    }
}
