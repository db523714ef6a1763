package io.latchkey.sample.holder;

import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.Neighbours;
import io.latchkey.sample.live.ShopProcess;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Ends a story whose teller has gone, since nobody else goes on with it. Every process sees that for itself. */
@Component
class OrphanedStory {

    private final Identity identity;
    private final Neighbours neighbours;
    private final ApplicationEventPublisher events;
    private @Nullable ShopProcess teller;

    OrphanedStory(Identity identity, Neighbours neighbours, ApplicationEventPublisher events) {
        this.identity = identity;
        this.neighbours = neighbours;
        this.events = events;
    }

    @EventListener
    synchronized void hear(StoryTold told) {
        teller = told.step().equals("end") ? null : told.teller();
    }

    @Scheduled(fixedDelay = 1000)
    void look() {
        ShopProcess gone = gone();
        if (gone != null) {
            // In its own name: the other one is not there to tell it.
            events.publishEvent(new StoryTold(
                    Narrator.now(), identity.self(), "end", ":" + gone.port(), "The process that told this has gone."));
        }
    }

    private synchronized @Nullable ShopProcess gone() {
        return teller == null || neighbours.has(teller) ? null : teller;
    }
}
