package io.latchkey.sample.holder;

import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.Misses;
import io.latchkey.sample.live.Neighbours;
import io.latchkey.sample.live.ShopProcess;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Ends a story whose teller has gone, since nobody else goes on with it, or no longer speaks of it. Every process sees that
 * for itself.
 */
@Component
class OrphanedStory {

    private final Identity identity;
    private final Neighbours neighbours;
    private final ApplicationEventPublisher events;
    private @Nullable ShopProcess teller;
    private Misses misses = new Misses();
    private boolean overElsewhere;

    OrphanedStory(Identity identity, Neighbours neighbours, ApplicationEventPublisher events) {
        this.identity = identity;
        this.neighbours = neighbours;
        this.events = events;
    }

    @EventListener
    synchronized void hear(StoryTold told) {
        teller = told.step().equals("end") ? null : told.teller();
        misses = new Misses();
        overElsewhere = false;
    }

    @EventListener
    synchronized void hear(Present present) {
        if (teller != null && teller.id().equals(present.process().id())) {
            overElsewhere = misses.add(present.started().contains(Duties.STORY));
        }
    }

    @Scheduled(fixedDelay = 1000)
    void look() {
        StoryTold end = end();
        if (end != null) {
            events.publishEvent(end);
        }
    }

    private synchronized @Nullable StoryTold end() {
        if (teller == null) {
            return null;
        }
        if (!neighbours.has(teller)) {
            return end(teller, "The process that told this has gone.");
        }
        return overElsewhere ? end(teller, "It is over, but how it ended was not heard here.") : null;
    }

    /** In its own name: the other one is not there to tell it. */
    private StoryTold end(ShopProcess other, String text) {
        return new StoryTold(Narrator.now(), identity.self(), "end", ":" + other.port(), text);
    }
}
