package io.latchkey.sample.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.ShopProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ShopProcess self = new ShopProcess("a", 1, 8080);
    private final ShopProcess other = new ShopProcess("b", 2, 8081);
    private final Progress progress =
            new Progress(new Started("run", "fair", 10, 10, self, List.of(self, other)), mock());

    @Test
    void whenTheWordOfAShareIsLostShouldBelieveTheGreetings() {
        progress.isDone(self.id());
        greet("run");
        greet();
        greet();
        assertThat(progress.isOver()).isFalse();

        greet();

        assertThat(progress.isOver()).isTrue();
    }

    /** The greeting may have been on its way when the run was started. */
    @Test
    void whenASingleGreetingDoesNotSpeakOfItShouldGoOn() {
        progress.isDone(self.id());

        for (int time = 1; time <= 5; time++) {
            greet();
            greet();
            greet("run");
        }

        assertThat(progress.isOver()).isFalse();
    }

    private void greet(String... shares) {
        progress.hear(new Present(other, List.of(), List.of(shares)));
    }
}
