package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Misses;
import io.latchkey.sample.live.Neighbours;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Ends a run whose starter has gone, since nobody else says how it went, or no longer speaks of it. Every process sees that
 * for itself.
 */
@Component
class OrphanedRun {

    private final Neighbours neighbours;
    private final ApplicationEventPublisher events;
    private @Nullable Started open;
    private Misses misses = new Misses();
    private boolean overElsewhere;

    OrphanedRun(Neighbours neighbours, ApplicationEventPublisher events) {
        this.neighbours = neighbours;
        this.events = events;
    }

    @EventListener
    synchronized void hear(Started run) {
        open = run;
        misses = new Misses();
        overElsewhere = false;
    }

    @EventListener
    synchronized void hear(Present present) {
        if (open != null && open.starter().id().equals(present.process().id())) {
            overElsewhere = misses.add(present.started().contains(open.run()));
        }
    }

    @EventListener
    synchronized void hear(Finished finished) {
        if (open != null && open.run().equals(finished.run())) {
            open = null;
        }
    }

    @Scheduled(fixedDelay = 1000)
    void look() {
        Finished end = end();
        if (end != null) {
            events.publishEvent(end);
        }
    }

    private synchronized @Nullable Finished end() {
        if (open == null) {
            return null;
        }
        if (!neighbours.has(open.starter())) {
            return end(open, "The process that started it has gone.");
        }
        return overElsewhere ? end(open, "It is over, but how it ended was not heard here.") : null;
    }

    private static Finished end(Started run, String text) {
        return new Finished(run.run(), false, text, Map.of());
    }
}
