package io.latchkey.benchmarks.run;

import io.latchkey.benchmarks.locks.Endpoints;
import io.latchkey.benchmarks.locks.Implementation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The worker processes: kept from scenario to scenario, as a warm JVM is what is to be measured. */
final class Workers implements AutoCloseable {

    private final Endpoints endpoints;
    private final Map<Implementation, List<Worker>> kept = new HashMap<>();

    Workers(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    /** Makes sure that there are so many processes of each library. */
    void start(Map<Implementation, Integer> counts) throws InterruptedException {
        List<Worker> started = new ArrayList<>();
        counts.forEach((implementation, count) -> started.addAll(add(implementation, count, Trial.LEASE)));
        for (Worker worker : started) {
            worker.awaitStart();
        }
    }

    /** As many processes as it takes, started now where need be. */
    List<Worker> get(Trial trial) throws InterruptedException {
        for (Worker worker : add(trial.implementation(), trial.processes(), trial.leaseTime())) {
            worker.awaitStart();
        }
        return List.copyOf(workers(trial.implementation()).subList(0, trial.processes()));
    }

    /** Ends the processes of a library, because one of them is in an unknown state. */
    void discard(Implementation implementation) {
        List<Worker> workers = kept.remove(implementation);
        if (workers != null) {
            workers.forEach(Worker::close);
        }
    }

    @Override
    public void close() {
        List.copyOf(kept.keySet()).forEach(this::discard);
    }

    private List<Worker> add(Implementation implementation, int count, Duration leaseTime) {
        List<Worker> workers = workers(implementation);
        List<Worker> started = new ArrayList<>();
        while (workers.size() < count) {
            Worker worker = Worker.start(implementation, endpoints, leaseTime);
            workers.add(worker);
            started.add(worker);
        }
        return started;
    }

    private List<Worker> workers(Implementation implementation) {
        return kept.computeIfAbsent(implementation, key -> new ArrayList<>());
    }
}
