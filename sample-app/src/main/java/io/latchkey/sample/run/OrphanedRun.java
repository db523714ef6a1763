package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Neighbours;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Ends a run whose starter has gone, since nobody else says how it went. Every process sees that for itself. */
@Component
class OrphanedRun {

    private final Neighbours neighbours;
    private final ApplicationEventPublisher events;
    private @Nullable Started open;

    OrphanedRun(Neighbours neighbours, ApplicationEventPublisher events) {
        this.neighbours = neighbours;
        this.events = events;
    }

    @EventListener
    synchronized void hear(Started run) {
        open = run;
    }

    @EventListener
    synchronized void hear(Finished finished) {
        if (open != null && open.run().equals(finished.run())) {
            open = null;
        }
    }

    @Scheduled(fixedDelay = 1000)
    void look() {
        Started run = orphan();
        if (run != null) {
            events.publishEvent(new Finished(run.run(), false, "The process that started it has gone.", Map.of()));
        }
    }

    private synchronized @Nullable Started orphan() {
        return open == null || neighbours.has(open.starter()) ? null : open;
    }
}
