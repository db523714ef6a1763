package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeakCheckTest {

    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void endThreads() {
        end.countDown();
    }

    @Test
    void whenThreadIsLeftShouldNameIt() {
        LeakCheck threads = LeakCheck.start();

        startThread("left-behind");

        assertThatThrownBy(() -> threads.assertNoNewThreads(Duration.ofMillis(100)))
                .isInstanceOf(ConditionTimeoutException.class)
                .hasMessageContaining("left-behind");
    }

    @Test
    void whenThreadWasThereBeforeShouldNotMind() {
        startThread("old");

        LeakCheck.start().assertNoNewThreads();
    }

    @Test
    void whenThreadIsIgnoredShouldNotMind() {
        LeakCheck threads = LeakCheck.ignoring(LeakCheck.named("known-"));

        startThread("known-thread");

        threads.assertNoNewThreads();
    }

    @Test
    void whenThreadEndsInTimeShouldNotMind() {
        LeakCheck threads = LeakCheck.start();
        startThread("short-lived");

        end.countDown();

        threads.assertNoNewThreads();
    }

    private void startThread(String name) {
        Thread thread = new Thread(
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
