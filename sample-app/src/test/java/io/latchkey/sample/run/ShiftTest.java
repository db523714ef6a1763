package io.latchkey.sample.run;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Message.Cancelled;
import io.latchkey.sample.live.Message.ShareDone;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.ShopProcess;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShiftTest {

    private static final int PATIENCE = 10_000;

    private final Identity identity = mock();
    private final Bus bus = mock();
    private final Scenario scenario = mock();
    private final RunProperties unusable = mock();
    private final Shift shift = new Shift(List.of(scenario), unusable, identity, new Duties(), bus);

    @BeforeEach
    void begin() {
        when(identity.id()).thenReturn("a");
        when(scenario.feature()).thenReturn("fair");
        when(unusable.pace()).thenThrow(new IllegalStateException("on purpose"));
    }

    @Test
    void whenItCannotDoItsShareShouldStillBeDone() {
        ShopProcess self = new ShopProcess("a", 1, 8080);

        shift.begin(new Started("run", "fair", 10, 10, self, List.of(self)));

        verify(bus, timeout(PATIENCE)).publish(new ShareDone("run", "a"));
    }

    @Test
    void whenARunIsCancelledThatIsDoneShouldSaySoAgain() {
        shift.hear(new Cancelled("run"));

        verify(bus).publish(new ShareDone("run", "a"));
    }
}
