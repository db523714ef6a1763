package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QuickLookTest {

    private static final int NEVER = Integer.MAX_VALUE;

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong time = new AtomicLong();
    private final QuickLook looks = looksIf(true);

    @Test
    void whenAnswerComesSoonShouldSeeIt() {
        assertThat(wait(3)).isEqualTo(3);
    }

    @Test
    void whenAnswerDoesNotComeShouldStopLooking() {
        assertThat(wait(NEVER)).isBetween(5, 15);
    }

    @Test
    void whenItLookedInVainShouldParkAtOnceMoreOftenEachTime() {
        for (int blind = 1; blind <= QuickLook.MOST_BLIND; blind *= 2) {
            assertThat(wait(NEVER)).isPositive();
            for (int i = 0; i < blind; i++) {
                assertThat(wait(NEVER)).isZero();
            }
        }
    }

    @Test
    void whenServerIsFarAwayShouldHardlyEverLook() {
        int looking = 0;
        for (int i = 0; i < 10_000; i++) {
            looking += Math.min(wait(NEVER), 1);
        }

        assertThat(looking).isBetween(10_000 / (QuickLook.MOST_BLIND + 1), 170);
    }

    @Test
    void whenAnAnswerWasSeenShouldBeginAnew() {
        wait(NEVER);
        wait(NEVER);
        wait(3);

        assertThat(wait(NEVER)).isPositive();
        assertThat(wait(NEVER)).isZero();
        assertThat(wait(NEVER)).isPositive();
    }

    @Test
    void whenSomebodyElseWaitsShouldNotLook() {
        waiting.incrementAndGet();

        assertThat(wait(3)).isZero();
    }

    @Test
    void whenSomebodyElseComesShouldStopLookingButNotInVain() {
        AtomicInteger seen = new AtomicInteger();
        looks.begin(() -> seen.incrementAndGet() == 2 && waiting.incrementAndGet() == 0);
        looks.end();
        waiting.decrementAndGet();

        assertThat(seen).hasValue(2);
        assertThat(wait(3)).isEqualTo(3);
    }

    @Test
    void whenNoProcessorCanBeSparedShouldNotLook() {
        assertThat(wait(3, looksIf(false))).isZero();
    }

    @Test
    void whenCallersHaveWaitedShouldCountNobody() {
        wait(3);
        wait(NEVER);
        wait(3);
        wait(3, looksIf(false));

        assertThat(waiting).hasValue(0);
    }

    private QuickLook looksIf(boolean possible) {
        return new QuickLook(waiting, possible, () -> time.addAndGet(QuickLook.LIMIT_NANOS / 10));
    }

    private int wait(int answeredAt) {
        return wait(answeredAt, looks);
    }

    /** How often a caller looked whose answer is there at the given look. */
    private static int wait(int answeredAt, QuickLook looks) {
        AtomicInteger seen = new AtomicInteger();
        looks.begin(() -> seen.incrementAndGet() >= answeredAt);
        looks.end();
        return seen.get();
    }
}
