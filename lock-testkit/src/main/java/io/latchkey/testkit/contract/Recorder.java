package io.latchkey.testkit.contract;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that writes down what it hears. */
final class Recorder implements LockListener {

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<Duration> times = new CopyOnWriteArrayList<>();

    @Override
    public void acquired(Lease lease, Duration waited) {
        events.add("acquired " + lease.name());
        times.add(waited);
    }

    @Override
    public void released(Lease lease, Duration held) {
        events.add("released " + lease.name());
        times.add(held);
    }

    @Override
    public void timedOut(String lockName, Duration waited) {
        events.add("timedOut " + lockName);
        times.add(waited);
    }

    @Override
    public void lost(Lease lease) {
        events.add("lost " + lease.name());
    }

    List<String> events() {
        return List.copyOf(events);
    }

    /** The time that came with each event that has one. */
    List<Duration> times() {
        return List.copyOf(times);
    }

    long count(String event) {
        return events.stream().filter(event::equals).count();
    }
}
