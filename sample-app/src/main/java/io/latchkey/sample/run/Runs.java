package io.latchkey.sample.run;

import static java.util.stream.Collectors.toMap;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Message.Cancelled;
import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.ShareDone;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Neighbours;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.live.ShopProcess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Starts runs and ends them. A lock keeps the runs apart: the process that started one holds it until all are done. */
@Component
public class Runs {

    private static final Logger log = LoggerFactory.getLogger(Runs.class);

    private final Map<String, Scenario> scenarios;
    private final Identity identity;
    private final Neighbours neighbours;
    private final Duties duties;
    private final Locks locks;
    private final Bus bus;
    private volatile @Nullable Progress current;

    Runs(List<Scenario> scenarios, Identity identity, Neighbours neighbours, Duties duties, Locks locks, Bus bus) {
        this.scenarios = scenarios.stream().collect(toMap(Scenario::feature, Function.identity()));
        this.identity = identity;
        this.neighbours = neighbours;
        this.duties = duties;
        this.locks = locks;
        this.bus = bus;
    }

    public boolean knows(String feature) {
        return scenarios.containsKey(feature);
    }

    /** The name of the new run; empty while another is under way, in whichever process. */
    public Optional<String> start(String feature, int visitors, int items) {
        Optional<Lease> free = locks.reentrant("run").tryAcquire();
        free.ifPresent(lease -> start(lease, feature, visitors, items));
        return free.map(lease -> current).map(progress -> progress.run().run());
    }

    private void start(Lease lease, String feature, int visitors, int items) {
        try {
            scenario(feature).prepare(items);
            String name = UUID.randomUUID().toString();
            Started run = new Started(name, feature, visitors, items, identity.self(), neighbours.all());
            current = new Progress(run, lease);
            duties.start(name);
            bus.publish(run);
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /** Ends a run before its time, in all processes. */
    public void cancel(String run) {
        bus.publish(new Cancelled(run));
    }

    @EventListener
    void hear(Visited visit) {
        of(visit.run()).ifPresent(progress -> progress.add(visit));
    }

    @EventListener
    void hear(Cancelled cancelled) {
        of(cancelled.run()).ifPresent(Progress::cancel);
    }

    @EventListener
    void hear(ShareDone share) {
        of(share.run()).ifPresent(progress -> {
            progress.isDone(share.process());
            finishIfOver(progress);
        });
    }

    @EventListener
    void hear(Present present) {
        Progress progress = current;
        if (progress != null) {
            progress.hear(present);
            finishIfOver(progress);
        }
    }

    @Scheduled(fixedDelay = 1000)
    void dismissTheDead() {
        Progress progress = current;
        if (progress != null) {
            progress.keepOnly(neighbours.all().stream().map(ShopProcess::id).toList());
            finishIfOver(progress);
        }
    }

    private void finishIfOver(Progress progress) {
        if (progress.isOver()) {
            String run = progress.run().run();
            Verdict verdict = judge(progress);
            try {
                // Free before it is told, so that whoever hears it may start the next.
                progress.lease().close();
            } finally {
                duties.finish(run);
                bus.publish(new Finished(run, verdict.good(), verdict.text(), verdict.facts()));
            }
        }
    }

    private Verdict judge(Progress progress) {
        try {
            List<Visited> visits = progress.visits();
            Verdict verdict = scenario(progress.run().feature()).judge(progress.run(), visits);
            int failed = Counting.of(visits, Outcome.FAILED);
            String text = (progress.isCancelled() ? "Cancelled. " : "") + verdict.text();
            return failed == 0
                    ? new Verdict(verdict.good(), text, verdict.facts())
                    : new Verdict(false, text + "; " + failed + " failed: " + reason(visits), verdict.facts());
        } catch (RuntimeException e) {
            log.warn("run {} cannot be judged", progress.run().run(), e);
            return new Verdict(false, Reason.of(e), Map.of());
        }
    }

    private static String reason(List<Visited> visits) {
        return visits.stream()
                .filter(visit -> visit.outcome() == Outcome.FAILED)
                .map(Visited::note)
                .findFirst()
                .orElse("");
    }

    private Optional<Progress> of(String run) {
        return Optional.ofNullable(current)
                .filter(progress -> progress.run().run().equals(run));
    }

    private Scenario scenario(String feature) {
        return Optional.ofNullable(scenarios.get(feature))
                .orElseThrow(() -> new IllegalArgumentException("there is no feature '" + feature + "'"));
    }
}
