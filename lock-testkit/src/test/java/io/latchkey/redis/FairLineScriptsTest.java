package io.latchkey.redis;

import static io.latchkey.redis.FairScripts.ALIVE;
import static io.latchkey.redis.FairScripts.GUARD;
import static io.latchkey.redis.FairScripts.LINE;
import static io.latchkey.redis.FairScripts.LOCK;
import static io.latchkey.redis.FairScripts.WAITER_TIMEOUT;
import static io.latchkey.redis.ScriptBench.number;
import static io.latchkey.redis.ScriptBench.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.testkit.CommandCounter;
import io.latchkey.testkit.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the scripts of a fair lock do with its line: who comes up, who is dropped, who is woken, and at what cost. */
@Timeout(60)
class FairLineScriptsTest {

    /** What a process has to show that it is alive, in milliseconds, when nobody heard its wake-up. */
    private static final long GRACE = 2_000;
    /** How far apart two looks of a process that hears nothing may be, in milliseconds. */
    private static final long LOOKS_APART = 1_126;

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
        fair.onCluster(false);
    }

    // ---- order

    @Test
    void whenSeveralTicketsComeAtOnceShouldKeepTheirOrder() {
        fair.acquire("a", 1, 2);

        long arrival = number(fair.acquire("b", 1, 9, 10, 11), 2);
        fair.acquire("c", 1, 2);

        assertThat(fair.line()).containsExactly("b:7:9", "b:7:10", "b:7:11", "c:7:2");
        assertThat(score("b:7:11"))
                .as("the answer tells the arrival of the last")
                .isEqualTo(arrival);
    }

    @Test
    void whenNotFirstShouldNotTakeAFreeLock() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        fair.acquire("c", 1, 2);
        fair.release("a", 1);

        List<Object> reply = fair.acquire("c", 3, 2);

        assertThat(verdict(reply)).isZero();
        assertThat(number(reply, 1)).as("retry after").isBetween(1L, WAITER_TIMEOUT / 3);
        assertThat(reply.get(3)).as("holder").isEqualTo("");
        assertThat(fair.line()).containsExactly("b:7:2", "c:7:2");
        assertThat(verdict(fair.acquire("d", 1, 2))).as("a newcomer").isZero();
        assertThat(verdict(fair.acquire("b", 3, 2))).as("the first").isEqualTo(1);
    }

    @Test
    void whenFirstShouldComeUpWithItsPlacesThatFollowDirectlyAndNoOthers() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        long second = number(fair.acquire("b", 3, 4), 2);
        fair.acquire("c", 1, 2);
        fair.acquire("b", 5, 6);
        fair.release("a", 1);

        List<Object> reply = fair.acquire("b", 7, 2);

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(number(reply, 3)).as("served up to").isEqualTo(second);
        assertThat(fair.lock()).containsEntry("served", "4 " + second);
        assertThat(fair.line()).containsExactly("c:7:2", "b:7:6");
    }

    @Test
    void whenItsOwnProcessHoldsShouldComeUpAtOnceIfNobodyIsBefore() {
        fair.acquire("a", 1, 2);

        List<Object> reply = fair.acquire("a", 3, 4, 5);

        assertThat(verdict(reply)).isZero();
        assertThat(reply.get(3)).as("holder").isEqualTo("a:7:1");
        assertThat(number(reply, 4)).as("served up to").isEqualTo(number(reply, 2));
        assertThat(fair.lock()).containsOnlyKeys("a:7:1", "served").containsEntry("served", "5 " + number(reply, 2));
        assertThat(fair.bench().timeToLive(LOCK)).isPositive();
        assertThat(redis.keys("*")).containsExactly(LOCK);
        assertThat(fair.acquire("a", 3, 4, 5)).as("run again").startsWith(0L).endsWith(reply.get(4), 1L);
        assertThat(redis.keys("*")).containsExactly(LOCK);
    }

    @Test
    void whenItsOwnProcessHoldsShouldStandBehindThoseWhoCameBefore() {
        long holding = number(fair.acquire("a", 1, 2), 2);
        fair.acquire("b", 1, 2);

        List<Object> reply = fair.acquire("a", 3, 4);

        assertThat(verdict(reply)).isZero();
        assertThat(number(reply, 4)).as("served up to").isEqualTo(holding);
        assertThat(fair.line()).containsExactly("b:7:2", "a:7:4");
    }

    @Test
    void whenPutInLineAgainShouldHaveItsFirstArrival() {
        fair.acquire("a", 1, 2);
        long arrival = number(fair.acquire("b", 1, 2), 2);
        fair.acquire("c", 1, 2);
        redis.command("ZREM", LINE, "b:7:2");

        List<Object> reply = fair.acquireAgain("b", 3, 2, arrival);

        assertThat(number(reply, 2)).isEqualTo(arrival);
        assertThat(fair.line()).containsExactly("b:7:2", "c:7:2");
    }

    @Test
    void whenTheClockWentBackShouldLetNobodyOvertake() {
        fair.acquire("a", 1, 2);
        long ahead = fair.bench().micros() + 3_600_000_000L;
        fair.acquireAgain("b", 1, 2, ahead);

        fair.acquire("c", 1, 2, 3);

        assertThat(fair.line()).containsExactly("b:7:2", "c:7:2", "c:7:3");
        assertThat(score("c:7:3")).isEqualTo(ahead + 2);
    }

    // ---- the dead

    @Test
    void whenThoseBeforeAreDeadShouldDropTheirPlacesWhenTheyComeUp() {
        fair.acquire("a", 1, 2);
        fair.acquire("dead", 1, 2, 3);
        fair.acquire("gone", 1, 2);
        fair.acquire("b", 1, 2);
        fair.acquire("dead", 4, 5);
        fair.aliveFor("dead", -1);
        redis.command("ZREM", ALIVE, "gone");

        fair.release("a", 1);
        assertThat(fair.line()).as("those that come up are dropped, no others").containsExactly("b:7:2", "dead:7:5");

        assertThat(verdict(fair.acquire("b", 3, 2))).isEqualTo(1);
        assertThat(redis.keys(LINE)).as("nobody alive is left").isEmpty();
    }

    @Test
    void whenAllInLineAreDeadShouldGiveTheLockToANewcomer() {
        fair.acquire("a", 1, 2);
        fair.acquire("dead", 1, 2, 3, 4);
        fair.aliveFor("dead", -1);
        fair.release("a", 1);

        assertThat(verdict(fair.acquire("b", 1))).isEqualTo(1);

        assertThat(redis.keys(LINE)).isEmpty();
    }

    @Test
    void whenForgottenShouldBeToldSoOnce() {
        fair.acquire("a", 1, 2);

        assertThat(remembered(fair.acquire("b", 1, 2))).as("never seen before").isZero();
        assertThat(remembered(fair.acquire("b", 3, 2))).isEqualTo(1);
        fair.aliveFor("b", -1);
        assertThat(remembered(fair.acquire("b", 4, 2))).as("late").isZero();
        assertThat(remembered(fair.acquire("b", 5, 2))).isEqualTo(1);
        assertThat(remembered(fair.pass("a", 1, 3, false, 4)))
                .as("never seen before")
                .isZero();
    }

    @Test
    void whenALookIsMadeShouldKeepAProcessAliveForTheWholeTimeOut() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        long before = fair.bench().micros() / 1000;

        fair.acquire("b", 3, 2);

        assertThat(fair.aliveUntil("b"))
                .isBetween(before + WAITER_TIMEOUT, fair.bench().micros() / 1000 + WAITER_TIMEOUT);
    }

    // ---- wake-ups

    @Test
    void whenTimeOutsDifferTheShorterShouldNotEndTheLongerOnes() {
        fair.acquire("holder", 1);
        fair.acquireWithin(60_000, "patient", 1);

        fair.acquireWithin(100, "hasty", 1);

        assertThat(fair.bench().timeToLive(FairScripts.ALIVE)).isGreaterThan(30_000);
        assertThat(fair.bench().timeToLive(FairScripts.LINE)).isGreaterThan(90_000);
        assertThat(fair.aliveUntil("patient")).isGreaterThan(fair.bench().micros() / 1000 + 30_000);
    }

    @Test
    void whenReleasedShouldWakeTheFirstAloneAndLeaveItInLine() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        fair.acquire("c", 1, 2);
        long until = fair.aliveUntil("b");
        try (Ear b = Ear.of("b", redis);
                Ear c = Ear.of("c", redis)) {
            fair.release("a", 1);

            assertThat(b.heard(redis)).containsExactly("fair " + LOCK);
            assertThat(c.heard(redis)).isEmpty();
        }
        assertThat(fair.line()).containsExactly("b:7:2", "c:7:2");
        assertThat(fair.aliveUntil("b")).as("who listens has its whole time").isEqualTo(until);
    }

    @Test
    void whenNobodyHearsTheWakeUpShouldLeaveTheFirstAMomentToShowThatItLives() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        fair.acquire("c", 1, 2);
        long before = fair.bench().micros() / 1000;

        fair.release("a", 1);

        long after = fair.bench().micros() / 1000;
        assertThat(fair.aliveUntil("b"))
                .isBetween(before + GRACE, after + GRACE)
                .isGreaterThan(before + LOOKS_APART);
        assertThat(fair.aliveUntil("c")).as("the others keep theirs").isGreaterThan(after + GRACE);
        assertThat(fair.line()).containsExactly("b:7:2", "c:7:2");
    }

    @Test
    void whenTheFirstHasLessThanAMomentLeftShouldNotGetMore() {
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        fair.aliveFor("b", GRACE / 2);
        long until = fair.aliveUntil("b");

        fair.release("a", 1);

        assertThat(fair.aliveUntil("b")).isEqualTo(until);
    }

    @Test
    void whenOnAClusterShouldNotTakeSilenceForDeath() {
        fair.onCluster(true);
        fair.acquire("a", 1, 2);
        fair.acquire("b", 1, 2);
        long until = fair.aliveUntil("b");

        fair.release("a", 1);

        assertThat(fair.aliveUntil("b")).isEqualTo(until);
        assertThat(fair.line()).containsExactly("b:7:2");
    }

    // ---- what a hand-off costs

    @Test
    void whenAThousandWaitAHandOffShouldRunAsManyCommandsAsWhenTenDo() {
        Map<String, Long> ten = commandsOfAHandOff(10);
        Map<String, Long> thousand = commandsOfAHandOff(1_000);

        assertThat(thousand).isEqualTo(ten);
        assertThat(ten.values().stream().mapToLong(Long::longValue).sum())
                .as("commands inside release and acquire: " + ten)
                .isLessThanOrEqualTo(30);
    }

    @Test
    void whenAThousandWaitPassingOnShouldRunAsManyCommandsAsWhenTenDo() {
        Map<String, Long> ten = commandsOfAPass(10);

        assertThat(commandsOfAPass(1_000)).isEqualTo(ten);
    }

    /** Release and the acquire of the first in line, each waiter a process of its own that listens to nobody. */
    private static Map<String, Long> commandsOfAHandOff(int waiters) {
        queue(waiters);
        CommandCounter counter = CommandCounter.of(redis);

        assertThat(verdict(fair.release("a", 1))).isEqualTo(1);
        assertThat(verdict(fair.acquire("p0", 3, 2))).isEqualTo(1);

        return insideScripts(counter);
    }

    private static Map<String, Long> commandsOfAPass(int waiters) {
        queue(waiters);
        CommandCounter counter = CommandCounter.of(redis);

        assertThat(verdict(fair.pass("a", 1, 3, false, 4))).isZero();

        return insideScripts(counter);
    }

    private static void queue(int waiters) {
        redis.command("FLUSHALL");
        fair.acquire("a", 1, 2);
        for (int i = 0; i < waiters; i++) {
            fair.acquire("p" + i, 1, 2);
            fair.aliveFor("p" + i, 60_000);
        }
        redis.command("PEXPIRE", ALIVE, "60000");
        redis.command("PEXPIRE", LINE, "60000");
        assertThat(fair.line()).hasSize(waiters);
    }

    private static Map<String, Long> insideScripts(CommandCounter counter) {
        Map<String, Long> calls = new TreeMap<>(counter.all());
        calls.keySet().removeAll(Set.of("eval", "config", "info", "client", "hello", "ping"));
        assertThat(calls).containsKeys("time", "zrange");
        return calls;
    }

    @Test
    void whenManyDeadAreBeforeShouldTakeThemOutOnce() {
        fair.acquire("a", 1, 2);
        for (int i = 0; i < 100; i++) {
            fair.acquire("dead" + i, 1, 2);
            fair.aliveFor("dead" + i, -1);
        }
        fair.acquire("b", 1, 2);

        fair.release("a", 1);

        assertThat(fair.line()).containsExactly("b:7:2");
        assertThat(redis.keys("*")).containsExactly(ALIVE, GUARD, LINE);
    }

    private static long remembered(List<Object> busy) {
        return number(busy, 5);
    }

    private static long score(String ticket) {
        return Long.parseLong(String.valueOf(redis.command("ZSCORE", LINE, ticket)));
    }
}
