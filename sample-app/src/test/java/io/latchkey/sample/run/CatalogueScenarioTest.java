package io.latchkey.sample.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.live.ShopProcess;
import io.latchkey.sample.shop.Shelf;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CatalogueScenarioTest {

    private final ShopProcess self = new ShopProcess("a", 1, 8080);
    private final Started run = new Started("run", "read-write", 20, 5, self, List.of(self));
    private final Shelf shelf = mock();
    private final CatalogueScenario scenario = new CatalogueScenario(mock(), shelf);

    @BeforeEach
    void stock() {
        when(shelf.stocked()).thenReturn(5);
    }

    @Test
    void whenSomebodyWasMisledShouldBlameTheLock() {
        Verdict verdict = scenario.judge(run, List.of(visit(11, Outcome.MISLED)));

        assertThat(verdict.good()).isFalse();
        assertThat(verdict.text()).endsWith("1 saw a shelf half done");
    }

    @Test
    void whenWhoRestockedWasSentHomeShouldNotBlameTheLock() {
        Verdict verdict = scenario.judge(run, List.of(visit(10, Outcome.CANCELLED), visit(11, Outcome.MISLED)));

        assertThat(verdict.good()).isTrue();
        assertThat(verdict.text()).endsWith("1 saw a shelf half done, as somebody who was sent home had left it");
    }

    private static Visited visit(int number, Outcome outcome) {
        return new Visited("run", number, "a", 1, 2, 3, outcome, "");
    }
}
