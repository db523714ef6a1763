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

    /** The first so many processes of that library. */
    List<Worker> get(Implementation implementation, int count, Duration leaseTime) throws InterruptedException {
        List<Worker> workers = kept.computeIfAbsent(implementation, key -> new ArrayList<>());
        List<Worker> started = new ArrayList<>();
        while (workers.size() + started.size() < count) {
            started.add(Worker.start(implementation, endpoints, leaseTime));
        }
        workers.addAll(started);
        for (Worker worker : started) {
            worker.awaitStart();
        }
        return List.copyOf(workers.subList(0, count));
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
}
