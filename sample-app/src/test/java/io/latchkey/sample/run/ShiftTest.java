package io.latchkey.sample.run;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Message.ShareDone;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.ShopProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShiftTest {

    private static final int PATIENCE = 10_000;

    @Test
    void whenItCannotDoItsShareShouldStillBeDone() {
        ShopProcess self = new ShopProcess("a", 1, 8080);
        Identity identity = mock();
        when(identity.id()).thenReturn("a");
        Scenario scenario = mock();
        when(scenario.feature()).thenReturn("fair");
        RunProperties unusable = mock();
        when(unusable.pace()).thenThrow(new IllegalStateException("on purpose"));
        Bus bus = mock();

        new Shift(List.of(scenario), unusable, identity, bus)
                .begin(new Started("run", "fair", 10, 10, self, List.of(self)));

        verify(bus, timeout(PATIENCE)).publish(new ShareDone("run", "a"));
    }
}
