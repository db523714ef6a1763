package io.latchkey.sample.holder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.Neighbours;
import io.latchkey.sample.live.ShopProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.context.ApplicationEventPublisher;

class OrphanedStoryTest {

    private final ShopProcess self = new ShopProcess("a", 1, 8080);
    private final ShopProcess teller = new ShopProcess("b", 2, 8081);
    private final Identity identity = mock();
    private final Neighbours neighbours = mock();
    private final ApplicationEventPublisher events = mock();
    private final OrphanedStory orphanedStory = new OrphanedStory(identity, neighbours, events);

    @Test
    void whenItsTellerHasGoneShouldEnd() {
        when(identity.self()).thenReturn(self);
        orphanedStory.hear(step("held"));

        orphanedStory.look();

        ArgumentCaptor<Object> told = ArgumentCaptor.captor();
        verify(events).publishEvent(told.capture());
        assertThat(told.getValue()).isInstanceOfSatisfying(StoryTold.class, end -> {
            assertThat(end.step()).isEqualTo("end");
            assertThat(end.teller()).isEqualTo(self);
            assertThat(end.who()).isEqualTo(":8081");
        });
    }

    @Test
    void whileItsTellerIsThereOrItIsOverShouldNotEnd() {
        when(neighbours.has(teller)).thenReturn(true, false);
        orphanedStory.hear(step("held"));
        orphanedStory.look();
        orphanedStory.hear(step("end"));
        orphanedStory.look();

        verify(events, never()).publishEvent(any());
    }

    @Test
    void whenItsTellerNoLongerSpeaksOfItShouldEnd() {
        when(neighbours.has(teller)).thenReturn(true);
        orphanedStory.hear(step("held"));
        for (int greeting = 1; greeting <= 10; greeting++) {
            orphanedStory.hear(new Present(teller, List.of(Duties.STORY), List.of()));
            orphanedStory.look();
        }

        for (int greeting = 1; greeting <= 3; greeting++) {
            verify(events, never()).publishEvent(any());
            orphanedStory.hear(new Present(teller, List.of(), List.of()));
            orphanedStory.look();
        }

        verify(events).publishEvent(any(StoryTold.class));
    }

    private StoryTold step(String step) {
        return new StoryTold(1, teller, step, "the holder", "");
    }
}
