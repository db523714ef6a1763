package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QuickLookTest {

    private static final int NEVER = Integer.MAX_VALUE;

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
    void whenLocksAreBusyShouldLookForOtherAnswersAllTheSame() {
        AtomicInteger seen = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            looks.forGrant(() -> false);
            looks.forAnswer(() -> seen.incrementAndGet() > 0);
        }

        assertThat(seen).hasValue(100);
    }

    @Test
    void whenAnotherThreadHasJustAskedShouldNotLook() {
        elsewhere();

        assertThat(wait(3)).isZero();
        assertThat(wait(3)).as("a second time").isZero();
    }

    @Test
    void whenAnotherThreadHasLongBeenWaitingShouldLook() {
        elsewhere();
        time.addAndGet(QuickLook.QUIET_NANOS);

        assertThat(wait(3)).isEqualTo(3);
    }

    @Test
    void whenAnotherThreadAsksShouldStopLookingButNotInVain() {
        AtomicInteger seen = new AtomicInteger();
        looks.forAnswer(() -> {
            if (seen.incrementAndGet() == 2) {
                elsewhere();
            }
            return false;
        });

        assertThat(seen).hasValue(2);
        time.addAndGet(QuickLook.QUIET_NANOS);
        assertThat(wait(3)).isEqualTo(3);
    }

    @Test
    void whenNoProcessorCanBeSparedShouldNotLook() {
        assertThat(wait(3, looksIf(false))).isZero();
    }

    @Test
    void whenTurnsAreShortShouldLookForOnesOwnWhoeverElseAsks() {
        for (int i = 0; i < 100; i++) {
            elsewhere();

            assertThat(turn(3)).isEqualTo(3);
        }
    }

    @Test
    void whenTurnsAreLongShouldSeldomLook() {
        int looking = 0;
        for (int i = 0; i < 900; i++) {
            looking += Math.min(turn(NEVER), 1);
        }

        assertThat(looking).isBetween(900 / (QuickLook.MOST_BLIND_TURNS + 1), 110);
    }

    @Test
    void whenNoProcessorCanBeSparedShouldNotLookForATurn() {
        AtomicInteger seen = new AtomicInteger();
        looksIf(false).forTurn(() -> seen.incrementAndGet() > 2);

        assertThat(seen).hasValue(0);
    }

    /** How often a caller looked whose turn has come at the given look. */
    private int turn(int grantedAt) {
        AtomicInteger seen = new AtomicInteger();
        looks.forTurn(() -> seen.incrementAndGet() >= grantedAt);
        return seen.get();
    }

    private QuickLook looksIf(boolean possible) {
        return new QuickLook(possible, () -> time.addAndGet(QuickLook.LIMIT_NANOS / 10));
    }

    /** Another thread asks for something that is answered at once. */
    private void elsewhere() {
        CompletableFuture.runAsync(() -> looks.forAnswer(() -> true)).join();
    }

    private int wait(int answeredAt) {
        return wait(answeredAt, looks);
    }

    /** How often a caller looked whose answer is there at the given look. */
    private static int wait(int answeredAt, QuickLook looks) {
        AtomicInteger seen = new AtomicInteger();
        looks.forAnswer(() -> seen.incrementAndGet() >= answeredAt);
        return seen.get();
    }
}
