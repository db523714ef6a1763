package io.latchkey.redis;

import static io.latchkey.redis.FairScripts.ALIVE;
import static io.latchkey.redis.FairScripts.GUARD;
import static io.latchkey.redis.FairScripts.LINE;
import static io.latchkey.redis.FairScripts.LOCK;
import static io.latchkey.redis.FairScripts.WAITER_TIMEOUT;
import static io.latchkey.redis.ScriptBench.number;
import static io.latchkey.redis.ScriptBench.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.spi.LockBackend;
import io.latchkey.testkit.RedisServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each script of the fair lock alone: what it answers, what it leaves, and that it may be run twice. */
@Timeout(60)
class FairScriptsTest {

    private static RedisServer redis;
    private static FairScripts fair;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
        fair = new FairScripts(redis);
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    // ---- acquire

    @Test
    void whenFreeShouldHoldWithATokenOfTheClockAndTheTicketServed() {
        long before = fair.bench().micros();

        List<Object> reply = fair.acquire("a", 1, 2);

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(number(reply, 1)).isBetween(before, fair.bench().micros());
        assertThat(number(reply, 2))
                .as("arrival")
                .isBetween(before, fair.bench().micros());
        assertThat(number(reply, 3)).as("served up to").isEqualTo(number(reply, 2));
        assertThat(fair.lock())
                .containsOnly(Map.entry("a:7:1", "" + number(reply, 1)), Map.entry("served", "2 " + number(reply, 2)));
        assertThat(fair.bench().timeToLive(LOCK)).isBetween(1L, 30_000L);
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenTheServerNamesFieldsInAnyOrderShouldStillKnowTheHolder() {
        redis.command("CONFIG", "SET", "hash-max-ziplist-entries", "0");
        try {
            for (int number = 1; number <= 50; number++) {
                redis.command("FLUSHALL");
                fair.acquire("a" + number, number, number);

                assertThat(verdict(fair.acquire("b", number))).isZero();
                assertThat(verdict(fair.acquire("a" + number, number, number))).isEqualTo(1);
            }
        } finally {
            redis.command("CONFIG", "SET", "hash-max-ziplist-entries", "512");
        }
    }

    @Test
    void whenAskedTwiceShouldAnswerTheSameAndHoldOnce() {
        List<Object> first = fair.acquire("a", 1, 2);

        assertThat(fair.acquire("a", 1, 2)).isEqualTo(first);

        assertThat(fair.lock()).containsOnlyKeys("a:7:1", "served");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenSentAgainAfterItWasExtendedShouldKeepTheLongerEnd() {
        fair.acquire("a", 1, 2);
        redis.command("PEXPIRE", LOCK, "90000");

        fair.acquire("a", 1, 2);

        assertThat(fair.bench().timeToLive(LOCK)).isGreaterThan(30_000);
    }

    @Test
    void whenFreeAndNotWaitingShouldHoldWithoutATicket() {
        assertThat(verdict(fair.acquire("a", 1))).isEqualTo(1);

        assertThat(fair.lock()).containsOnlyKeys("a:7:1", "served");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenBusyAndNotWaitingShouldLeaveNothing() {
        fair.acquire("a", 1, 2);

        List<Object> reply = fair.acquire("b", 1);

        assertThat(verdict(reply)).isZero();
        assertThat(number(reply, 1)).as("retry after").isBetween(1L, WAITER_TIMEOUT / 3);
        assertThat(reply.subList(2, 6)).containsExactly("0", "a:7:1", "0", 1L);
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenSomebodyWaitsShouldTurnAwayOneWhoDoesNotAlsoIfTheLockIsFree() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        fair.release("a", 1);

        List<Object> reply = fair.acquire("c", 1);

        assertThat(verdict(reply)).isZero();
        assertThat(fair.line()).containsExactly("b:7:2");
    }

    @Test
    void whenBusyShouldStandInLineOnceAndKeepItsPlace() {
        fair.acquire("a", 1, 2);
        long before = fair.bench().micros();

        List<Object> reply = fair.acquire("b", 1, 2);
        fair.acquire("c", 1, 2);
        List<Object> again = fair.acquire("b", 3, 2);

        assertThat(verdict(reply)).isZero();
        assertThat(number(reply, 1)).as("retry after").isBetween(1L, WAITER_TIMEOUT / 3);
        assertThat(number(reply, 2))
                .as("arrival")
                .isBetween(before, fair.bench().micros());
        assertThat(reply.subList(3, 5)).containsExactly("a:7:1", "0");
        assertThat(number(again, 2)).isEqualTo(number(reply, 2));
        assertThat(fair.line()).containsExactly("b:7:2", "c:7:2");
        assertThat(fair.bench().members(ALIVE)).containsExactlyInAnyOrder("b", "c");
        assertThat(fair.bench().timeToLive(LINE)).isBetween(1L, 3 * WAITER_TIMEOUT);
        assertThat(fair.bench().timeToLive(ALIVE)).isBetween(1L, WAITER_TIMEOUT);
        assertThat(redis.keys("*")).containsExactly(LOCK, ALIVE, LINE);
    }

    @Test
    void whenTheOnlyOneInLineComesUpShouldLeaveNoLine() {
        fair.acquire("a", 1, 2);
        long arrival = number(fair.acquire("b", 1, 2), 2);
        fair.release("a", 1);

        List<Object> reply = fair.acquireAgain("b", 3, 2, arrival);

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(number(reply, 2)).isEqualTo(arrival);
        assertThat(number(reply, 3)).as("served up to").isEqualTo(arrival);
        assertThat(fair.acquireAgain("b", 3, 2, arrival)).as("run again").isEqualTo(reply);
        assertThat(redis.keys("*")).containsExactly(LOCK, GUARD);
    }

    @Test
    void whenAnAcquireArrivesAfterItsReleaseShouldTakeNothingAndNoPlace() {
        fair.acquire("a", 1, 2);
        fair.release("a", 1);

        List<Object> late = fair.acquire("a", 1, 2);

        assertThat(verdict(late)).isZero();
        assertThat(late.subList(1, 6)).containsExactly(0L, "0", "", "0", 1L);
        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    @Test
    void whenAnAcquireArrivesAfterItsAbandonShouldTakeNothingAndNoPlace() {
        fair.abandon("a", 1);
        fair.acquire("b", 1, 2);

        assertThat(verdict(fair.acquire("a", 1, 2))).isZero();

        assertThat(fair.lock()).containsOnlyKeys("b:7:1", "served");
        assertThat(redis.keys("*")).containsExactly(LOCK, GUARD);
        assertThat(verdict(fair.acquire("a", 3, 4))).as("a newer one").isZero();
        assertThat(fair.line()).containsExactly("a:7:4");
    }

    @Test
    void whenTheClockIsBehindTheGuardShouldStillGrowTokens() {
        long ahead = fair.bench().micros() + 3_600_000_000L;
        redis.command("HSET", GUARD, "token", String.valueOf(ahead));

        assertThat(number(fair.acquire("a", 1, 2), 1)).isEqualTo(ahead + 1);
    }

    @Test
    void whenTheKeyIsForeignShouldNameItAndItsTypeAndLeaveItAlone() {
        redis.command("SET", LOCK, "mine");
        String refusal = "WRONGTYPE the key latchkey:{order:42}:fair holds a string, not a lock";

        assertThatThrownBy(() -> fair.acquire("a", 1, 2)).hasMessageContaining(refusal);
        assertThatThrownBy(() -> fair.pass("a", 1, 3, false, 4)).hasMessageContaining(refusal);
        assertThatThrownBy(fair::force).hasMessageContaining(refusal);
        assertThatThrownBy(() -> fair.release("a", 1)).hasMessageContaining("WRONGTYPE");
        assertThatThrownBy(fair::look).hasMessageContaining(refusal);

        assertThat(redis.command("GET", LOCK)).isEqualTo("mine");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenALockHasNoTimeToLiveShouldGiveItOne() {
        fair.acquire("a", 1, 2);
        redis.command("PERSIST", LOCK);

        List<Object> reply = fair.acquire("b", 1, 2);

        assertThat(number(reply, 1)).isBetween(1L, WAITER_TIMEOUT / 3);
        assertThat(fair.bench().timeToLive(LOCK)).isBetween(1L, 30_000L);
        assertThat(fair.lock()).containsKey("a:7:1");
    }

    // ---- release

    @Test
    void whenReleasedShouldLeaveOnlyAGuardThatGoesAway() {
        long token = number(fair.acquire("a", 1, 2), 1);

        assertThat(verdict(fair.release("a", 1))).isEqualTo(1);

        assertThat(redis.keys("*")).containsExactly(GUARD);
        assertThat(fair.bench().hash(GUARD))
                .containsOnly(Map.entry("token", "" + (token + LockBackend.TOKENS_PER_RUN - 1)), Map.entry("a", "1"));
        assertThat(fair.bench().timeToLive(GUARD)).isBetween(1L, 10_000L);
    }

    @Test
    void whenReleasedTwiceShouldSaySoBothTimesAlsoAfterOthersCameAndWent() {
        fair.acquire("a", 1, 2);
        fair.release("a", 1);
        fair.acquire("b", 1, 2);
        fair.release("b", 1);
        fair.acquire("c", 1, 2);

        assertThat(verdict(fair.release("a", 1))).isEqualTo(1);

        assertThat(fair.lock()).containsOnlyKeys("c:7:1", "served");
    }

    @Test
    void whenNotHeldShouldSaySoAndTouchNothing() {
        fair.acquire("a", 1, 2);

        assertThat(verdict(fair.release("b", 1))).isEqualTo(-1);

        assertThat(fair.lock()).containsOnlyKeys("a:7:1", "served");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    /** The place of a waiter that gave up has a greater number than the hold of its process. */
    @Test
    void whenAPlaceOfItsProcessWasGivenUpShouldStillReleaseOrSayThatItIsGone() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        fair.acquire("a", 3, 4);
        fair.abandonPlace("a", 4);

        assertThat(verdict(fair.release("a", 1))).isEqualTo(1);
        assertThat(verdict(fair.release("a", 2))).as("never held").isEqualTo(-1);
    }

    @Test
    void whenManyProcessesCameAndWentShouldNotRememberThemAllForEver() {
        for (int process = 0; process < 250; process++) {
            fair.acquire("p" + process, 1, 2);
            fair.release("p" + process, 1);
        }

        assertThat(fair.bench().hash(GUARD)).hasSizeLessThanOrEqualTo(101).containsKeys("token", "p249");
    }

    @Test
    void whenRedisIsFullShouldStillReleaseRenewAndAbandonAndServeThoseInLine() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        long arrival = number(fair.acquire("c", 1, 2), 2);
        fair.bench().whileFull(() -> {
            assertThat(fair.renew(60_000, "a:7:1")).containsExactly(1L);
            assertThat(verdict(fair.abandonPlace("b", 2))).isEqualTo(1);
            assertThat(verdict(fair.release("a", 1))).isEqualTo(1);
            assertThat(verdict(fair.acquireAgain("c", 3, 2, arrival))).isEqualTo(1);
            assertThat(verdict(fair.pass("c", 3, 4, false, 5))).isEqualTo(1);
            assertThat(verdict(fair.release("c", 4))).isEqualTo(1);
            assertThatThrownBy(() -> fair.acquire("d", 1, 2)).hasMessageContaining("OOM");
        });
        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    // ---- pass

    @Test
    void whenNobodyWaitsShouldPassTheLockOnWithAGreaterToken() {
        long token = number(fair.acquire("a", 1, 2), 1);

        List<Object> reply = fair.pass("a", 1, 3, false, 4);

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(number(reply, 1)).isGreaterThan(token + LockBackend.TOKENS_PER_RUN - 1);
        assertThat(number(reply, 3)).as("served up to").isEqualTo(number(reply, 2));
        assertThat(fair.lock())
                .containsOnly(Map.entry("a:7:3", "" + number(reply, 1)), Map.entry("served", "4 " + number(reply, 2)));
        assertThat(fair.bench().timeToLive(LOCK)).isBetween(1L, 30_000L);
        assertThat(redis.keys("*")).containsExactly(LOCK, GUARD);
        assertThat(fair.pass("a", 1, 3, false, 4)).as("run again").isEqualTo(reply);
    }

    @Test
    void whenItsNextPlaceIsFirstShouldPassTheLockOnToIt() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        fair.acquire("a", 3, 4);
        fair.acquire("c", 1, 2);
        fair.abandonPlace("b", 2);

        List<Object> reply = fair.pass("a", 1, 5, false, 4);

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(fair.lock()).containsOnlyKeys("a:7:5", "served");
        assertThat(fair.line()).containsExactly("c:7:2");
        assertThat(fair.pass("a", 1, 5, false, 4)).as("run again").isEqualTo(reply);
    }

    @Test
    void whenAnotherIsFirstShouldYieldWakeItAndStandBehind() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        try (Ear b = Ear.of("b", redis)) {

            List<Object> reply = fair.pass("a", 1, 3, false, 4);

            assertThat(verdict(reply)).isZero();
            assertThat(number(reply, 1)).isBetween(1L, WAITER_TIMEOUT / 3);
            assertThat(number(reply, 2)).as("arrival").isPositive();
            assertThat(reply.subList(3, 5)).containsExactly("", "0");
            assertThat(b.heard(redis)).containsExactly("fair " + LOCK);
        }
        assertThat(redis.keys(LOCK)).isEmpty();
        assertThat(fair.line()).containsExactly("b:7:2", "a:7:4");
        List<Object> again = fair.pass("a", 1, 3, false, 4);
        assertThat(again.subList(0, 2)).as("run again: still in line").containsExactly(0L, 0L);
        assertThat(fair.line()).containsExactly("b:7:2", "a:7:4");
    }

    /** Those who came up with the hold that ends are before everybody in line. */
    @Test
    void whenEntitledShouldPassTheLockOnAlthoughAnotherIsFirst() {
        fair.acquire("a", 1, 2);
        long servedUpTo = number(fair.acquire("a", 3, 4), 4);
        fair.acquire("b", 1, 2);

        List<Object> reply = fair.pass("a", 1, 5, true);

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(number(reply, 3)).as("served up to").isEqualTo(servedUpTo).isPositive();
        assertThat(fair.lock()).containsOnlyKeys("a:7:5", "served").containsEntry("served", "4 " + servedUpTo);
        assertThat(fair.line()).containsExactly("b:7:2");
        assertThat(fair.pass("a", 1, 5, true)).as("run again").startsWith(1L, reply.get(1));
    }

    @Test
    void whenTheHoldIsGoneShouldSaySoAndTouchNothing() {
        fair.acquire("b", 1, 2);

        assertThat(verdict(fair.pass("a", 1, 3, false, 4))).isEqualTo(-1);

        assertThat(fair.lock()).containsOnlyKeys("b:7:1", "served");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenAPassArrivesAfterItsAbandonShouldTakeNothingAndNoPlace() {
        fair.acquire("a", 1, 2);
        fair.pass("a", 1, 3, false, 4);
        fair.abandon("a", 3);

        assertThat(verdict(fair.pass("a", 1, 3, false, 4))).isEqualTo(-1);

        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    // ---- renew, abandon, force and look

    @Test
    void whenRenewedShouldOnlyLengthenAndOnlyForTheOwner() {
        fair.acquire("a", 1, 2);

        assertThat(fair.renew(60_000, "a:7:1")).containsExactly(1L);
        assertThat(fair.bench().timeToLive(LOCK)).isGreaterThan(30_000);
        assertThat(fair.renew(1_000, "a:7:1")).containsExactly(1L);
        assertThat(fair.renew(90_000, "b:7:1")).containsExactly(0L, 1L);
        assertThat(fair.bench().timeToLive(LOCK)).isBetween(30_001L, 60_000L);
    }

    @Test
    void whenAnAttemptIsAbandonedShouldEndItsHoldAndWakeTheFirst() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        try (Ear b = Ear.of("b", redis)) {
            fair.abandon("a", 1);

            assertThat(b.heard(redis)).containsExactly("fair " + LOCK);
        }
        assertThat(redis.keys(LOCK)).isEmpty();
        assertThat(fair.line()).containsExactly("b:7:2");
        assertThat(verdict(fair.acquire("a", 1, 2))).as("late arrival").isZero();
        assertThat(verdict(fair.release("a", 1)))
                .as("its release is no surprise")
                .isEqualTo(1);
    }

    /** A release that has to be sent again may meet an attempt of its own process, which takes the hold for a ghost. */
    @Test
    void whenAHoldIsAbandonedBeforeItsReleaseArrivesShouldNotCallItLost() {
        fair.acquire("a", 1, 2);
        fair.abandon("a", 1);
        fair.abandonPlace("a", 4);

        assertThat(verdict(fair.release("a", 1))).isEqualTo(1);
        assertThat(verdict(fair.release("a", 3))).as("never held").isEqualTo(-1);
    }

    @Test
    void whenAPlaceIsAbandonedShouldLeaveTheHoldAndTheOthersInLine() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2, 3, 4);
        fair.acquire("a", 3, 4);

        fair.abandonPlace("b", 3);
        fair.abandonPlace("b", 3);
        fair.abandonPlace("a", 4);

        assertThat(fair.lock()).containsOnlyKeys("a:7:1", "served");
        assertThat(fair.line()).containsExactly("b:7:2", "b:7:4");
    }

    @Test
    void whenTheLastPlaceIsAbandonedShouldForgetTheLineAndWhoWasAlive() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);

        fair.abandonPlace("b", 2);

        assertThat(redis.keys("*")).containsExactly(LOCK, GUARD);
    }

    @Test
    void whenAbandonedLateShouldLeaveANewerAcquisitionAlone() {
        fair.acquire("a", 3, 4);

        fair.abandon("a", 1);

        assertThat(fair.lock()).containsOnlyKeys("a:7:3", "served");
        assertThat(verdict(fair.release("a", 3))).isEqualTo(1);
        fair.abandon("a", 1);
        assertThat(fair.bench().hash(GUARD)).containsEntry("a", "3");
    }

    @Test
    void whenAWakeUpIsPassedOnShouldWakeTheFirstAndRememberNothing() {
        fair.abandon("a", 0);
        assertThat(redis.keys("*")).isEmpty();

        fair.acquire("b", 1, 2);
        fair.acquire("c", 1, 2);
        redis.command("DEL", LOCK);
        try (Ear c = Ear.of("c", redis)) {
            fair.abandon("a", 0);

            assertThat(c.heard(redis)).containsExactly("fair " + LOCK);
        }
        assertThat(redis.keys("*")).containsExactly(ALIVE, LINE);
    }

    @Test
    void whenForcedShouldOpenWakeTheFirstAndKeepTokensGrowing() {
        long token = number(fair.acquire("a", 1, 2), 1);
        fair.acquire("b", 1, 2);
        try (Ear b = Ear.of("b", redis)) {
            assertThat(verdict(fair.force())).isEqualTo(1);
            assertThat(verdict(fair.force())).as("run again").isZero();

            assertThat(b.heard(redis)).containsExactly("fair " + LOCK);
        }
        assertThat(fair.line()).containsExactly("b:7:2");
        assertThat(fair.bench().hash(GUARD))
                .containsOnly(Map.entry("token", "" + (token + LockBackend.TOKENS_PER_RUN - 1)));
        assertThat(fair.bench().timeToLive(GUARD)).isBetween(1L, 10_000L);
        assertThat(number(fair.acquire("b", 3, 2), 1)).isGreaterThan(token + LockBackend.TOKENS_PER_RUN - 1);
    }

    @Test
    void whenLookedAtShouldTellTheOwnerAndTheRest() {
        assertThat(fair.look()).isEmpty();
        fair.acquire("a", 1, 2);

        List<Object> reply = fair.look();

        assertThat(reply.get(0)).isEqualTo("a:7:1");
        assertThat(number(reply, 1)).isBetween(1L, 30_000L);
    }
}
