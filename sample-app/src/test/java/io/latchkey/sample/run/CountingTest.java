package io.latchkey.sample.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountingTest {

    @Test
    void shouldCountThoseInsideAtTheSameMoment() {
        assertThat(Counting.mostAtOnce(List.of(visit(10, 30), visit(20, 40), visit(30, 50), visit(0, 0))))
                .isEqualTo(2);
    }

    @Test
    void whenOneLeavesAsTheNextEntersShouldCountOne() {
        assertThat(Counting.mostAtOnce(List.of(visit(10, 20), visit(20, 30)))).isOne();
    }

    private static Visited visit(long entered, long left) {
        return new Visited("run", 1, "process", 1, entered, left, Outcome.SERVED, "");
    }
}
