package io.latchkey.sample.run;

import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Message.Cancelled;
import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Message.ShareDone;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.ShopProcess;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Does this process's share of every run, whichever process it was started in. */
@Component
class Shift {

    private final Map<String, Share> shares = new ConcurrentHashMap<>();
    private final List<Scenario> scenarios;
    private final RunProperties properties;
    private final Identity identity;
    private final Duties duties;
    private final Bus bus;

    Shift(List<Scenario> scenarios, RunProperties properties, Identity identity, Duties duties, Bus bus) {
        this.scenarios = scenarios;
        this.properties = properties;
        this.identity = identity;
        this.duties = duties;
        this.bus = bus;
    }

    @EventListener
    void begin(Started run) {
        int place = run.processes().stream().map(ShopProcess::id).toList().indexOf(identity.id());
        if (place >= 0) {
            scenarios.stream()
                    .filter(scenario -> scenario.feature().equals(run.feature()))
                    .findFirst()
                    .ifPresent(scenario -> begin(run, scenario, place));
        }
    }

    private void begin(Started run, Scenario scenario, int place) {
        Share share = new Share(run.run(), identity.id(), scenario, bus::publish);
        shares.put(run.run(), share);
        duties.beginShare(run.run());
        int processes = run.processes().size();
        Runnable work = () -> {
            try {
                share.send(run.visitors(), number -> number % processes == place, properties.pace());
            } finally {
                // Whatever went wrong, the others wait for this one.
                share.cancel();
                shares.remove(run.run());
                duties.endShare(run.run());
                bus.publish(new ShareDone(run.run(), identity.id()));
            }
        };
        new Thread(work, "run-" + run.run()).start();
    }

    /** Whoever has none of its visitors says so, perhaps again: the first word of that may have got lost. */
    @EventListener
    void hear(Cancelled cancelled) {
        if (!cancel(cancelled.run())) {
            bus.publish(new ShareDone(cancelled.run(), identity.id()));
        }
    }

    /** Before its share is done when the process that started the run has gone. */
    @EventListener
    void hear(Finished finished) {
        cancel(finished.run());
    }

    /** Whether there was something to cancel. */
    private boolean cancel(String run) {
        Share share = shares.get(run);
        if (share != null) {
            share.cancel();
        }
        return share != null;
    }

    @EventListener(ContextClosedEvent.class)
    void close() {
        shares.values().forEach(Share::cancel);
    }
}
