package io.latchkey.redis;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.spi.LockBackend;
import io.latchkey.testkit.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each script of the re-entrant lock alone: what it answers, what it leaves, and that it may be run twice. */
@Timeout(60)
class ScriptsTest {

    private static final String LOCK = "latchkey:{order:42}";
    private static final String LINE = LOCK + ":line";
    private static final String GUARD = LOCK + ":guard";

    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
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
    void whenFreeShouldHoldWithATokenOfTheClockAndATimeToLive() {
        long before = micros();

        List<Object> reply = acquire("a", 1, "");

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(token(reply)).isBetween(before, micros());
        assertThat(hash(LOCK)).containsExactly(Map.entry("a:7:1", String.valueOf(token(reply))));
        assertThat(ttl(LOCK)).isBetween(1L, 30_000L);
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenAskedTwiceShouldAnswerTheSameAndHoldOnce() {
        List<Object> first = acquire("a", 1, "");

        List<Object> second = acquire("a", 1, "");

        assertThat(second).isEqualTo(first);
        assertThat(hash(LOCK)).hasSize(1);
    }

    @Test
    void whenSentAgainAfterItWasExtendedShouldKeepTheLongerEnd() {
        acquire("a", 1, "");
        redis.command("PEXPIRE", LOCK, "90000");

        acquire("a", 1, "");

        assertThat(ttl(LOCK)).isGreaterThan(30_000);
        redis.command("PEXPIRE", LOCK, "1000");
        acquire("a", 1, "");
        assertThat(ttl(LOCK)).isGreaterThan(1_000);
    }

    @Test
    void whenBusyWithoutATicketShouldLeaveNothing() {
        acquire("a", 1, "");

        List<Object> reply = acquire("b", 1, "");

        assertThat(verdict(reply)).isZero();
        assertThat(number(reply, 1)).isBetween(1L, 30_000L);
        assertThat(reply.get(3)).isEqualTo("a:7:1");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenBusyWithATicketShouldStandInLineOnceAndKeepItsPlace() {
        acquire("a", 1, "");
        long arrival = number(acquire("b", 1, "b:7:1"), 2);
        acquire("c", 1, "c:7:1");

        List<Object> again = acquire("b", 2, "b:7:1");

        assertThat(number(again, 2)).isEqualTo(arrival);
        assertThat(line()).containsExactly("b:7:1", "c:7:1");
        assertThat(ttl(LINE)).isBetween(1L, 15_000L);
    }

    @Test
    void whenWokenInVainShouldComeBackToItsFirstPlace() {
        acquire("a", 1, "");
        long arrival = number(acquire("b", 1, "b:7:1"), 2);
        acquire("c", 1, "c:7:1");
        redis.command("ZREM", LINE, "b:7:1");

        run("acquire", "b:7:2", "b", "2", "30000", "b:7:1", String.valueOf(arrival));

        assertThat(line()).containsExactly("b:7:1", "c:7:1");
    }

    @Test
    void whenTheLockIsHadShouldLeaveTheLine() {
        acquire("a", 1, "");
        long arrival = number(acquire("b", 1, "b:7:1"), 2);
        redis.command("DEL", LOCK);

        run("acquire", "b:7:2", "b", "2", "30000", "b:7:1", String.valueOf(arrival));

        assertThat(hash(LOCK)).containsOnlyKeys("b:7:2");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenAnAcquireArrivesAfterItsReleaseShouldTakeNothing() {
        acquire("a", 1, "");
        release("a", 1);

        List<Object> late = acquire("a", 1, "a:7:1");

        assertThat(verdict(late)).isZero();
        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    @Test
    void whenNumbersGetLongerShouldStillKnowWhichHaveEnded() {
        acquire("a", 9, "");
        release("a", 9);

        assertThat(verdict(acquire("a", 10, ""))).isPositive();
        assertThat(verdict(release("a", 10))).isEqualTo(1);
        assertThat(verdict(acquire("a", 9, ""))).isZero();
        assertThat(verdict(release("a", 9))).isEqualTo(1);
        assertThat(verdict(release("a", 100))).isEqualTo(-1);
        assertThat(token(acquireAll("a", 100))).isPositive();
        assertThat(verdict(releaseAll("a", 100, 0))).isEqualTo(1);
        assertThat(verdict(acquireAll("a", 99))).isZero();
    }

    @Test
    void whenTheClockIsBehindTheGuardShouldStillGrowTokens() {
        long ahead = micros() + 3_600_000_000L;
        redis.command("HSET", GUARD, "token", String.valueOf(ahead));

        List<Object> reply = acquire("a", 1, "");

        assertThat(token(reply)).isEqualTo(ahead + 1);
    }

    @Test
    void whenTheClockIsCenturiesBehindTheGuardShouldStillGrowTokens() {
        long far = 9_000_000_000_000_000L;
        redis.command("HSET", GUARD, "token", String.valueOf(far - 1));

        assertThat(token(acquire("a", 1, ""))).isEqualTo(far);
    }

    /** As one of 1990 would be. As texts, it is the greater. */
    @Test
    void whenATokenIsShorterShouldFollowTheClock() {
        redis.command("HSET", GUARD, "token", "999999999999999");
        long before = micros();

        assertThat(token(acquire("a", 1, ""))).isBetween(before, micros());
    }

    @Test
    void whenTheKeyIsForeignShouldNameItAndItsTypeAndLeaveItAlone() {
        redis.command("SET", LOCK, "mine");

        assertThatThrownBy(() -> acquire("a", 1, "a:7:1"))
                .hasMessageContaining("WRONGTYPE the key latchkey:{order:42} holds a string, not a lock");
        assertThat(redis.command("GET", LOCK)).isEqualTo("mine");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenALockHasNoTimeToLiveShouldGiveItOne() {
        acquire("a", 1, "");
        redis.command("PERSIST", LOCK);

        acquire("b", 1, "");

        assertThat(ttl(LOCK)).isBetween(1L, 30_000L);
        assertThat(hash(LOCK)).containsOnlyKeys("a:7:1");
    }

    // ---- release

    @Test
    void whenReleasedShouldLeaveOnlyAGuardThatGoesAway() {
        long token = token(acquire("a", 1, ""));

        List<Object> reply = run("release", "a:7:1", "a", "1", String.valueOf(token + 5));

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(redis.keys("*")).containsExactly(GUARD);
        assertThat(hash(GUARD)).containsOnly(Map.entry("token", String.valueOf(token + 5)), Map.entry("a", "1"));
        assertThat(ttl(GUARD)).isBetween(1L, 10_000L);
    }

    @Test
    void whenTheGuardHasTimeLeftShouldLeaveItThat() {
        acquire("a", 1, "");
        release("a", 1);
        redis.command("PEXPIRE", GUARD, "60000");
        acquire("a", 2, "");
        release("a", 2);
        assertThat(ttl(GUARD)).isGreaterThan(10_000);

        redis.command("PEXPIRE", GUARD, "4000");
        acquire("a", 3, "");
        release("a", 3);

        assertThat(ttl(GUARD)).isBetween(4_001L, 10_000L);
    }

    @Test
    void whenItIsNotKnownWhichTokensWereGivenOutShouldSkipAllOfTheRun() {
        long token = token(acquire("a", 1, ""));

        release("a", 1);

        assertThat(redis.command("HGET", GUARD, "token"))
                .isEqualTo(String.valueOf(token + LockBackend.TOKENS_PER_RUN - 1));
    }

    @Test
    void whenReleasedTwiceShouldSaySoBothTimesAlsoAfterOthersCameAndWent() {
        acquire("a", 1, "");
        release("a", 1);
        acquire("b", 1, "");
        release("b", 1);
        acquire("c", 1, "");

        List<Object> again = release("a", 1);

        assertThat(verdict(again)).isEqualTo(1);
        assertThat(hash(LOCK)).containsOnlyKeys("c:7:1");
    }

    @Test
    void whenReleasesComeOutOfOrderShouldRememberTheLatestEnd() {
        abandon("a", 10, "");
        acquire("b", 1, "");
        redis.command("DEL", LOCK);
        redis.command("HSET", LOCK, "a:7:9", "5");

        assertThat(verdict(release("a", 9))).isEqualTo(1);

        assertThat(redis.command("HGET", GUARD, "a")).isEqualTo("10");
        assertThat(verdict(acquire("a", 10, ""))).as("late").isZero();
    }

    @Test
    void whenAnEarlierHoldIsPassedOnShouldRememberTheLatestEnd() {
        abandon("a", 3, "");
        redis.command("HSET", LOCK, "a:7:2", "5");

        assertThat(verdict(pass("a", 2, 4))).isEqualTo(1);

        assertThat(redis.command("HGET", GUARD, "a")).isEqualTo("3");
    }

    @Test
    void whenNotHeldShouldSaySoAndTouchNothing() {
        acquire("a", 1, "");

        List<Object> reply = release("b", 1);

        assertThat(verdict(reply)).isEqualTo(-1);
        assertThat(hash(LOCK)).containsOnlyKeys("a:7:1");
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenReleasedShouldTakeDeadWaitersOutOfTheLine() {
        acquire("a", 1, "");
        acquire("dead", 1, "dead:7:1");
        acquire("gone", 1, "gone:7:1");

        release("a", 1);

        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    @Test
    void whenManyProcessesCameAndWentShouldNotRememberThemAllForEver() {
        for (int process = 0; process < 250; process++) {
            acquire("p" + process, 1, "");
            release("p" + process, 1);
        }

        assertThat(hash(GUARD)).hasSizeLessThanOrEqualTo(101).containsKeys("token", "p249");
    }

    @Test
    void whenRedisIsFullShouldStillReleaseRenewAndAbandon() {
        acquire("a", 1, "");
        acquire("b", 1, "b:7:1");
        redis.command("CONFIG", "SET", "maxmemory", "1");
        try {
            assertThatThrownBy(() -> acquire("c", 1, "c:7:1")).hasMessageContaining("OOM");

            assertThat(renew("60000", "a:7:1")).containsExactly(1L);
            assertThat(verdict(abandon("b", 1, "b:7:1"))).isEqualTo(1);
            assertThat(verdict(release("a", 1))).isEqualTo(1);
        } finally {
            redis.command("CONFIG", "SET", "maxmemory", "0");
        }
        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    // ---- pass

    @Test
    void whenNobodyWaitsShouldPassTheLockOnWithAGreaterToken() {
        long token = token(acquire("a", 1, ""));

        List<Object> reply = pass("a", 1, 2);

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(token(reply)).isGreaterThan(token + LockBackend.TOKENS_PER_RUN - 1);
        assertThat(hash(LOCK)).containsExactly(Map.entry("a:7:2", String.valueOf(token(reply))));
        assertThat(ttl(LOCK)).isBetween(1L, 30_000L);
        assertThat(pass("a", 1, 2)).as("run again").isEqualTo(reply);
    }

    @Test
    void whenAnotherWaitsShouldOpenTheLockAndStandBehind() {
        acquire("a", 1, "");
        acquire("b", 1, "b:7:1");

        List<Object> reply = pass("a", 1, 2);

        assertThat(verdict(reply)).isZero();
        assertThat(redis.keys(LOCK)).isEmpty();
        assertThat(redis.command("HGET", GUARD, "a")).isEqualTo("1");
        List<Object> again = pass("a", 1, 2);
        assertThat(verdict(again)).as("run again: still in line").isZero();
    }

    @Test
    void whenTheNextWasAbandonedBeforeItCameShouldNotPassItOn() {
        acquire("a", 3, "");
        abandon("a", 5, "");

        List<Object> reply = pass("a", 3, 5);

        assertThat(verdict(reply)).isEqualTo(-1);
        assertThat(hash(LOCK)).containsOnlyKeys("a:7:3");
        assertThat(verdict(release("a", 3))).isEqualTo(1);
        assertThat(hash(LOCK)).isEmpty();
    }

    @Test
    void whenTheHoldIsGoneShouldSaySoAndTouchNothing() {
        acquire("b", 1, "");

        List<Object> reply = pass("a", 1, 2);

        assertThat(verdict(reply)).isEqualTo(-1);
        assertThat(hash(LOCK)).containsOnlyKeys("b:7:1");
    }

    // ---- renew

    @Test
    void whenRenewedShouldOnlyLengthenAndOnlyForTheOwner() {
        acquire("a", 1, "");

        assertThat(renew("60000", "a:7:1")).containsExactly(1L);
        assertThat(ttl(LOCK)).isGreaterThan(30_000);
        assertThat(renew("1000", "a:7:1")).containsExactly(1L);
        assertThat(ttl(LOCK)).isGreaterThan(30_000);
        assertThat(renew("90000", "b:7:1")).containsExactly(0L, 1L);
        assertThat(ttl(LOCK)).isLessThanOrEqualTo(60_000);
    }

    @Test
    void whenALockWithoutATimeToLiveIsRenewedShouldGetOne() {
        acquire("a", 1, "");
        redis.command("PERSIST", LOCK);

        assertThat(renew("60000", "a:7:1")).containsExactly(1L);

        assertThat(ttl(LOCK)).isBetween(1L, 60_000L);
    }

    @Test
    void whenOneOfManyIsGoneOrForeignShouldRenewTheOthers() {
        acquire("a", 1, "");
        redis.command("SET", "latchkey:{foreign}", "mine");

        List<Object> replies = eval(
                "renew",
                List.of("latchkey:{gone}", LOCK, "latchkey:{foreign}"),
                List.of("60000", "x:7:1", "a:7:1", "y:7:1"));

        assertThat(replies).as("the first and the third").containsExactly(0L, 1L, 3L);
        assertThat(redis.command("GET", "latchkey:{foreign}")).isEqualTo("mine");
    }

    // ---- abandon

    @Test
    void whenAbandonedShouldEndTheHoldAndTheAcquisition() {
        acquire("a", 1, "");

        abandon("a", 1, "");

        assertThat(redis.keys("*")).containsExactly(GUARD);
        assertThat(verdict(acquire("a", 1, ""))).as("late arrival").isZero();
        assertThat(verdict(release("a", 1))).as("its release is no surprise").isEqualTo(1);
    }

    @Test
    void whenAbandonedLateShouldLeaveANewerAcquisitionAlone() {
        acquire("a", 2, "");

        abandon("a", 1, "");

        assertThat(hash(LOCK)).containsOnlyKeys("a:7:2");
        assertThat(verdict(release("a", 2))).isEqualTo(1);
        abandon("a", 1, "");
        assertThat(redis.command("HGET", GUARD, "a")).isEqualTo("2");
    }

    @Test
    void whenATicketIsAbandonedShouldLeaveANewerOneOfTheSameProcess() {
        acquire("x", 1, "");
        acquire("a", 1, "a:7:1");
        acquire("a", 5, "a:7:5");

        abandon("a", 1, "a:7:1");

        assertThat(line()).containsExactly("a:7:5");
    }

    @Test
    void whenAWakeUpIsPassedOnShouldRememberNothing() {
        abandon("a", 0, "");

        assertThat(redis.keys("*")).isEmpty();
    }

    // ---- force and look

    @Test
    void whenForcedShouldOpenAndKeepTokensGrowing() {
        long token = token(acquire("a", 1, ""));

        assertThat(verdict(force())).isEqualTo(1);
        assertThat(verdict(force())).isZero();

        assertThat(redis.command("HGET", GUARD, "token"))
                .isEqualTo(String.valueOf(token + LockBackend.TOKENS_PER_RUN - 1));
        assertThat(ttl(GUARD)).isPositive();
        assertThat(token(acquire("b", 1, ""))).isGreaterThan(token + LockBackend.TOKENS_PER_RUN - 1);
    }

    @Test
    void whenLookedAtShouldTellTheOwnerAndTheRest() {
        assertThat(eval("look", List.of(LOCK), List.of())).isEmpty();
        acquire("a", 1, "");

        List<Object> reply = eval("look", List.of(LOCK), List.of());

        assertThat(reply.get(0)).isEqualTo("a:7:1");
        assertThat(number(reply, 1)).isBetween(1L, 30_000L);
    }

    // ---- the calls

    private static List<Object> acquire(String process, int number, String ticket) {
        return run("acquire", process + ":7:" + number, process, "" + number, "30000", ticket, "0");
    }

    // ---- several at once

    private static final String OTHER = "latchkey:{stock:7}";

    @Test
    void whenAllAreFreeShouldHoldAllWithOneToken() {
        long token = token(acquireAll("a", 1));

        assertThat(hash(LOCK)).containsExactly(Map.entry("a:7:1", String.valueOf(token)));
        assertThat(hash(OTHER)).isEqualTo(hash(LOCK));
        assertThat(ttl(LOCK)).isBetween(1L, 30_000L);
        assertThat(ttl(OTHER)).isBetween(1L, 30_000L);
        assertThat(redis.keys("*")).containsExactlyInAnyOrder(LOCK, OTHER);
    }

    @Test
    void whenLocksMayNotBeCopiedShouldWriteEachByItself() {
        redis.command("ACL", "SETUSER", "default", "-copy");
        try {
            whenAllAreFreeShouldHoldAllWithOneToken();
        } finally {
            redis.command("ACL", "SETUSER", "default", "+copy");
        }
    }

    @Test
    void whenAllAreAskedForTwiceShouldAnswerTheSame() {
        List<Object> first = acquireAll("a", 1);

        assertThat(acquireAll("a", 1)).isEqualTo(first);
    }

    @Test
    void whenAllAreAskedForAgainAndOneIsGoneShouldHoldAllWithANewToken() {
        long first = token(acquireAll("a", 1));
        redis.command("DEL", OTHER);

        long second = token(acquireAll("a", 1));

        assertThat(second).isGreaterThan(first);
        assertThat(hash(LOCK)).containsExactly(Map.entry("a:7:1", String.valueOf(second)));
        assertThat(hash(OTHER)).isEqualTo(hash(LOCK));
    }

    @Test
    void whenAllAreAskedForAgainShouldKeepLongerEnds() {
        acquireAll("a", 1);
        redis.command("PEXPIRE", LOCK, "90000");
        redis.command("PEXPIRE", OTHER, "90000");

        acquireAll("a", 1);

        assertThat(ttl(LOCK)).isGreaterThan(30_000);
        redis.command("DEL", OTHER);
        acquireAll("a", 1);
        assertThat(ttl(LOCK)).as("with one anew").isGreaterThan(30_000);
        assertThat(ttl(OTHER)).isBetween(1L, 30_000L);
    }

    @Test
    void whenOneHadGivenOutAGreaterTokenShouldGoBeyondItForAll() {
        long ahead = token(acquireAll("b", 1)) + 3_600_000_000L;
        releaseAll("b", 1, ahead);
        redis.command("HSET", GUARD, "token", "17");

        assertThat(token(acquireAll("a", 1))).isEqualTo(ahead + 1);
    }

    @Test
    void whenOneIsBusyShouldTakeNoneAndSayWhichAndWhoHoldsIt() {
        acquireAll("b", 1);
        redis.command("DEL", LOCK);

        List<Object> reply = acquireAll("a", 1);

        assertThat(verdict(reply)).isZero();
        assertThat(number(reply, 1)).isEqualTo(2);
        assertThat(number(reply, 2)).isBetween(1L, 30_000L);
        assertThat(reply.get(3)).isEqualTo("b:7:1");
        assertThat(redis.keys("*")).containsExactly(OTHER);
    }

    @Test
    void whenOneHasEndedShouldTakeNone() {
        acquire("a", 1, "");
        release("a", 1);

        List<Object> reply = acquireAll("a", 1);

        assertThat(verdict(reply)).isZero();
        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    @Test
    void whenOneKeyIsNoLockShouldSaySoAndTakeNone() {
        redis.command("SET", OTHER, "something");

        assertThatThrownBy(() -> acquireAll("a", 1)).hasMessageContaining("WRONGTYPE");
        assertThat(redis.keys("*")).containsExactly(OTHER);
    }

    @Test
    void whenAllAreReleasedShouldSayOfEachWhetherItWasHeldAndAnswerAgainAlike() {
        long token = token(acquireAll("a", 1));

        assertThat(releaseAll("a", 1, token)).map(String::valueOf).containsExactly("1");
        assertThat(releaseAll("a", 1, token)).map(String::valueOf).containsExactly("1");
        assertThat(releaseAll("c", 8, 0)).map(String::valueOf).containsExactly("0", "1", "2");
        assertThat(redis.command("HGET", GUARD, "token")).isEqualTo(String.valueOf(token));
        assertThat(redis.keys("*")).containsExactlyInAnyOrder(GUARD, OTHER + ":guard");
    }

    @Test
    void whenOneWasLostShouldStillReleaseTheOther() {
        acquireAll("a", 1);
        redis.command("DEL", LOCK);

        assertThat(releaseAll("a", 1, 0)).map(String::valueOf).containsExactly("0", "1");
        assertThat(redis.keys("*")).containsExactly(OTHER + ":guard");
    }

    // ---- acquire and release for a quorum

    @Test
    void whenForAQuorumShouldHoldWithoutATokenAndBeReleasedOnce() {
        assertThat(forQuorum("acquire", "a:7:1", "a", "1", "30000"))
                .map(String::valueOf)
                .containsExactly("1", "1");
        assertThat(forQuorum("acquire", "a:7:1", "a", "1", "30000"))
                .map(String::valueOf)
                .containsExactly("1", "1");
        assertThat(ttl(LOCK)).isBetween(1L, 30_000L);
        assertThat(verdict(forQuorum("acquire", "b:7:1", "b", "1", "30000", "b:7:1")))
                .isZero();

        assertThat(verdict(forQuorum("release", "a:7:1", "a", "1", "0"))).isEqualTo(1);
        assertThat(verdict(forQuorum("release", "a:7:1", "a", "1", "0"))).isEqualTo(1);
        assertThat(verdict(forQuorum("release", "c:7:1", "c", "1", "0"))).isEqualTo(-1);

        assertThat(line()).as("nobody listened").isEmpty();
        assertThat(verdict(forQuorum("acquire", "a:7:1", "a", "1", "30000")))
                .as("late")
                .isZero();
        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    @Test
    void whenForAQuorumShouldBePassedOnAndAbandonedAsAReentrantLock() {
        forQuorum("acquire", "a:7:1", "a", "1", "30000");

        assertThat(verdict(pass("a", 1, 2))).isEqualTo(1);
        assertThat(verdict(forQuorum("release", "a:7:1", "a", "1", "0")))
                .as("ended")
                .isEqualTo(1);
        assertThat(hash(LOCK)).containsOnlyKeys("a:7:2");
        abandon("a", 2, "");

        assertThat(verdict(forQuorum("acquire", "b:7:1", "b", "1", "30000"))).isEqualTo(1);
    }

    private static List<Object> forQuorum(String verb, String... args) {
        return new ScriptBench(redis, "red", List.of(LOCK, LINE, GUARD)).run(verb, args);
    }

    private static List<Object> acquireAll(String process, int number) {
        return eval(
                "acquireall",
                List.of(LOCK, OTHER, GUARD, OTHER + ":guard"),
                List.of(process + ":7:" + number, process, "" + number, "30000"));
    }

    private static List<Object> releaseAll(String process, int number, long lastToken) {
        return eval(
                "releaseall",
                List.of(LOCK, OTHER, LINE, OTHER + ":line", GUARD, OTHER + ":guard"),
                List.of(process + ":7:" + number, process, "" + number, "" + lastToken));
    }

    private static List<Object> pass(String process, int from, int to) {
        String owner = process + ":7:" + to;
        String ending = process + ":7:" + from;
        return run("pass", owner, process, "" + to, "30000", owner, "0", ending, "" + from, "0");
    }

    private static List<Object> release(String process, int number) {
        return run("release", process + ":7:" + number, process, "" + number, "0", "0");
    }

    private static List<Object> abandon(String process, int number, String ticket) {
        return run("abandon", process + ":7:" + number, process, "" + number, ticket, "0");
    }

    private static List<Object> force() {
        return run("force", "0");
    }

    private static List<Object> renew(String timeToLive, String owner) {
        return eval("renew", List.of(LOCK), List.of(timeToLive, owner));
    }

    private static List<Object> run(String verb, String... args) {
        return eval(verb, List.of(LOCK, LINE, GUARD), List.of(args));
    }

    private static List<Object> eval(String verb, List<String> keys, List<String> args) {
        return new ScriptBench(redis, "reentrant", keys).run(verb, args.toArray(String[]::new));
    }

    private static long verdict(List<Object> reply) {
        return number(reply, 0);
    }

    private static long token(List<Object> reply) {
        return number(reply, 1);
    }

    private static long number(List<Object> reply, int index) {
        return Long.parseLong(String.valueOf(reply.get(index)));
    }

    private static long ttl(String key) {
        return number(List.of(requireNonNull(redis.command("PTTL", key))), 0);
    }

    private static long micros() {
        List<?> time = (List<?>) requireNonNull(redis.command("TIME"));
        return Long.parseLong(String.valueOf(time.get(0))) * 1_000_000 + Long.parseLong(String.valueOf(time.get(1)));
    }

    private static List<String> line() {
        return strings(redis.command("ZRANGE", LINE, "0", "-1"));
    }

    private static Map<String, String> hash(String key) {
        List<String> flat = strings(redis.command("HGETALL", key));
        Map<String, String> hash = new TreeMap<>();
        for (int i = 0; i < flat.size(); i += 2) {
            hash.put(flat.get(i), flat.get(i + 1));
        }
        return hash;
    }

    private static List<String> strings(@Nullable Object reply) {
        return ((List<?>) requireNonNull(reply)).stream().map(String::valueOf).toList();
    }
}
