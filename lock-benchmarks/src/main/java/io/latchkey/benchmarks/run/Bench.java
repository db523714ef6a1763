package io.latchkey.benchmarks.run;

import io.latchkey.benchmarks.load.Board;
import io.latchkey.benchmarks.load.Outcome;
import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.measure.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Servers and worker processes, and how one round is run on them. */
public final class Bench implements AutoCloseable {

    private final Servers servers;
    private final Workers workers;
    private final Path boardFile;
    private final Board board;
    private int rounds;

    private Bench(Servers servers) {
        this.servers = servers;
        this.workers = new Workers(servers.endpoints());
        try {
            this.boardFile = Files.createTempFile("latchkey-bench", ".board");
        } catch (IOException e) {
            throw new UncheckedIOException("no file for shared memory could be made", e);
        }
        this.board = Board.open(boardFile);
    }

    public static Bench open() throws InterruptedException {
        return new Bench(Servers.start());
    }

    public Servers servers() {
        return servers;
    }

    /** Starts worker processes together, where they are not there yet: starting one by one takes longer. */
    public void start(Map<Implementation, Integer> processes) throws InterruptedException {
        workers.start(processes);
    }

    /**
     * Runs one round.
     *
     * @throws RoundFailedException when there are no numbers, because something failed or two were inside at once
     */
    public Sample round(Trial trial, long millis) throws InterruptedException {
        try {
            return trial.fresh() ? measureAfresh(trial, millis) : measure(workers, trial, millis);
        } catch (RoundFailedException | AssertionError | UncheckedIOException e) {
            workers.discard(trial.implementation());
            throw new RoundFailedException(firstLine(e));
        }
    }

    @Override
    public void close() {
        workers.close();
        servers.close();
        try {
            Files.deleteIfExists(boardFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Sample measureAfresh(Trial trial, long millis) throws InterruptedException {
        try (Workers fresh = new Workers(servers.endpoints())) {
            return measure(fresh, trial, millis);
        }
    }

    private Sample measure(Workers from, Trial trial, long millis) throws InterruptedException {
        Implementation implementation = trial.implementation();
        List<Worker> crew = from.get(trial);
        board.clear();
        prepare(trial, millis, crew);
        servers.resetCounters();
        long cpuBefore = servers.cpuNanos(implementation, trial.order().kind());
        crew.forEach(Worker::go);
        List<Outcome> outcomes = new ArrayList<>();
        for (Worker worker : crew) {
            outcomes.add(worker.awaitOutcome());
        }
        ServerUse use = new ServerUse(
                implementation == Implementation.CURATOR ? null : servers.commands(implementation),
                servers.cpuNanos(implementation, trial.order().kind()) - cpuBefore);
        int lost = 0;
        for (Worker worker : crew) {
            lost += worker.clean();
        }
        RoundResult result = new RoundResult(trial.order(), outcomes, use, lost);
        result.checkExclusion(board.counted());
        return result.sample();
    }

    private void prepare(Trial trial, long millis, List<Worker> crew) throws InterruptedException {
        String name = "bench-" + rounds++;
        for (int i = 0; i < crew.size(); i++) {
            crew.get(i).prepare(trial.order().in(name, millis, boardFile.toString(), i), trial.isContended());
        }
        for (Worker worker : crew) {
            worker.awaitReady();
        }
    }

    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
