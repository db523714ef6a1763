package io.latchkey.composite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class TimeLimitTest {

    private final TimeLimit limit = new TimeLimit(Duration.ofMillis(50).toNanos());
    private final List<String> ended = new CopyOnWriteArrayList<>();

    @Test
    void whenTimeIsOverShouldEndWhatIsNotOver() {
        limit.start(new Work("slow", false));
        limit.start(new Work("slow too", false));

        await().atMost(Duration.ofSeconds(10)).until(() -> ended.size() == 2);
        assertThat(ended).containsExactly("slow", "slow too");
    }

    @Test
    void whenSomeHaveEndedByThemselvesShouldEndTheOthersOnly() {
        for (int i = 0; i < 1_000; i++) {
            limit.start(new Work("quick", true));
        }
        limit.start(new Work("slow", false));
        limit.start(new Work("quick", true));

        await().atMost(Duration.ofSeconds(10)).until(() -> !ended.isEmpty());
        assertThat(ended).containsExactly("slow");
    }

    @Test
    void whenNothingWasLeftShouldServeWhatComesLater() {
        limit.start(new Work("slow", false));
        await().atMost(Duration.ofSeconds(10)).until(() -> ended.size() == 1);

        limit.start(new Work("later", false));

        await().atMost(Duration.ofSeconds(10)).until(() -> ended.size() == 2);
    }

    /** With timers that run when the test says so, long before the time is over. */
    @Test
    void whenAllHaveEndedByThemselvesShouldLetGoOfThemInOneLook() {
        List<Runnable> timers = new ArrayList<>();
        TimeLimit anHour = new TimeLimit(Duration.ofHours(1).toNanos(), (task, delay) -> timers.add(task));
        for (int i = 0; i < 1_000; i++) {
            anHour.start(new Work("quick", true));
        }

        timers.get(0).run();

        assertThat(timers).as("timers in all").hasSize(1);
        anHour.start(new Work("later", false));
        assertThat(timers).as("timers when there is something again").hasSize(2);
    }

    private final class Work implements TimeLimit.Limited {

        private final String name;
        private final boolean over;

        Work(String name, boolean over) {
            this.name = name;
            this.over = over;
        }

        @Override
        public boolean isOver() {
            return over;
        }

        @Override
        public void timeUp() {
            ended.add(name);
        }
    }
}
