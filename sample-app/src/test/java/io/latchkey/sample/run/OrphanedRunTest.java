package io.latchkey.sample.run;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Neighbours;
import io.latchkey.sample.live.ShopProcess;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationEventPublisher;

class OrphanedRunTest {

    private final ShopProcess starter = new ShopProcess("a", 1, 8080);
    private final Started run = new Started("run", "fair", 10, 10, starter, List.of(starter));
    private final Neighbours neighbours = mock();
    private final ApplicationEventPublisher events = mock();
    private final OrphanedRun orphanedRun = new OrphanedRun(neighbours, events);

    @Test
    void whenItsStarterHasGoneShouldEnd() {
        orphanedRun.hear(run);

        orphanedRun.look();

        verify(events).publishEvent(new Finished("run", false, "The process that started it has gone.", Map.of()));
    }

    @Test
    void whileItsStarterIsThereShouldGoOn() {
        when(neighbours.has(starter)).thenReturn(true);
        orphanedRun.hear(run);

        orphanedRun.look();

        verify(events, never()).publishEvent(any());
    }

    @Test
    void whenItsStarterNoLongerSpeaksOfItShouldEnd() {
        when(neighbours.has(starter)).thenReturn(true);
        orphanedRun.hear(run);

        for (int greeting = 1; greeting <= 3; greeting++) {
            verify(events, never()).publishEvent(any());
            orphanedRun.hear(new Present(starter, List.of(), List.of()));
            orphanedRun.look();
        }

        verify(events)
                .publishEvent(new Finished("run", false, "It is over, but how it ended was not heard here.", Map.of()));
    }

    @Test
    void whileItsStarterSpeaksOfItShouldGoOn() {
        when(neighbours.has(starter)).thenReturn(true);
        orphanedRun.hear(run);

        for (int greeting = 1; greeting <= 10; greeting++) {
            orphanedRun.hear(new Present(starter, List.of("run"), List.of()));
            orphanedRun.hear(new Present(new ShopProcess("b", 2, 8081), List.of(), List.of()));
            orphanedRun.look();
        }

        verify(events, never()).publishEvent(any());
    }

    @Test
    void whenItIsOverShouldNotEndAgain() {
        orphanedRun.hear(run);
        orphanedRun.hear(new Finished("run", true, "10 sold of 10", Map.of()));

        orphanedRun.look();

        verify(events, never()).publishEvent(any());
    }
}
