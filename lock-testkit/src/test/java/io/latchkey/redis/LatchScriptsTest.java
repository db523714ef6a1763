package io.latchkey.redis;

import static io.latchkey.redis.ScriptBench.number;
import static io.latchkey.redis.ScriptBench.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.testkit.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each script of the latch alone: what it answers, what it leaves, and that it may be run twice. */
@Timeout(60)
class LatchScriptsTest {

    private static final String COUNT = "latchkey:{gate}:latch";
    private static final String LINE = COUNT + ":line";
    private static final String OPERATIONS = COUNT + ":operations";

    private static RedisServer redis;
    private static ScriptBench scripts;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
        scripts = new ScriptBench(redis, "latch", List.of(COUNT, LINE, COUNT + ":guard", OPERATIONS));
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    @Test
    void whenStartedShouldCountWithATimeToLive() {
        assertThat(verdict(start(1, 3))).isEqualTo(1);

        assertThat(look()).isEqualTo(3);
        assertThat(scripts.timeToLive(COUNT)).isBetween(604_000_000L, 604_800_000L);
        assertThat(scripts.timeToLive(OPERATIONS)).isBetween(1L, 60_000L);
        assertThat(redis.keys("*")).containsExactly(COUNT, OPERATIONS);
    }

    @Test
    void whenAStartIsSentAgainShouldAnswerAsBeforeAndStartNothing() {
        start(1, 2);
        countDown(2);

        assertThat(verdict(start(1, 2))).isEqualTo(1);

        assertThat(look()).isEqualTo(1);
        countDown(3);
        assertThat(verdict(start(1, 2))).as("late").isEqualTo(1);
        assertThat(look()).isZero();
    }

    @Test
    void whenRunningShouldNotStartAnother() {
        start(1, 2);

        assertThat(verdict(start(2, 5))).isZero();

        assertThat(look()).isEqualTo(2);
    }

    @Test
    void whenACountDownIsSentAgainShouldCountOnce() {
        start(1, 3);

        assertThat(verdict(countDown(2))).isEqualTo(2);
        assertThat(verdict(countDown(2))).isEqualTo(2);

        assertThat(look()).isEqualTo(2);
    }

    @Test
    void whenACountDownArrivesAgainAfterTheNextStartShouldNotCount() {
        start(1, 1);
        countDown(2);
        start(3, 5);

        assertThat(verdict(countDown(2))).isEqualTo(5);

        assertThat(look()).isEqualTo(5);
    }

    @Test
    void whenCountedDownToZeroShouldEmptyTheLineAndKeepOnlyWhatWasDone() {
        start(1, 1);
        acquire(1, "a:7:1");
        acquire(2, "b:7:2");

        assertThat(verdict(countDown(2))).isZero();

        assertThat(redis.keys("*")).containsExactly(OPERATIONS);
        assertThat(scripts.timeToLive(OPERATIONS)).isBetween(1L, 60_000L);
    }

    @Test
    void whenOpenCountingDownShouldDoNothing() {
        assertThat(verdict(countDown(1))).isZero();

        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void whenManyCountDownShouldForgetOldOperations() {
        start(1, 100);
        redis.command("ZADD", OPERATIONS, "1000", "old:7:1");

        countDown(2);

        assertThat(scripts.members(OPERATIONS)).containsExactly("a:7:1", "a:7:2");
    }

    @Test
    void whenOpenShouldLetThroughAndLeaveTheLine() {
        start(1, 1);
        acquire(1, "a:7:1");
        redis.command("DEL", COUNT);

        List<Object> reply = acquire(2, "a:7:1");

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(redis.keys(LINE)).isEmpty();
    }

    @Test
    void whenStartedAgainShouldLetThroughWhoWaitedWhenItOpenedAndNobodyElse() {
        start(1, 1);
        long arrival = number(acquire(1, "a:7:1"), 2);
        countDown(2);
        start(3, 1);
        long later = number(acquire(2, "b:7:2"), 2);

        assertThat(verdict(acquireAt(3, "b:7:2", later))).as("came later").isZero();
        assertThat(verdict(acquireAt(4, "a:7:1", arrival))).isEqualTo(1);
        assertThat(verdict(acquireAt(4, "a:7:1", arrival))).as("run again").isEqualTo(1);
        assertThat(verdict(acquire(5, "a:7:5"))).as("came anew").isZero();

        assertThat(look()).isEqualTo(1);
        assertThat(scripts.timeToLive(OPERATIONS)).isBetween(1L, 60_000L);
    }

    @Test
    void whenItDoesNotKnowItWasInLineShouldStillBeLetThroughAfterTheNextStart() {
        start(1, 1);
        acquire(1, "a:7:1");
        countDown(2);
        start(3, 1);

        assertThat(verdict(acquire(4, "a:7:1"))).isEqualTo(1);
        assertThat(verdict(acquire(5, "a:7:5"))).as("came later").isZero();
        assertThat(scripts.timeToLive(OPERATIONS)).isBetween(1L, 60_000L);
    }

    @Test
    void whenCountedDownAfterTheNextStartShouldStillKnowWhenItOpened() {
        start(1, 1);
        long arrival = number(acquire(1, "a:7:1"), 2);
        countDown(2);
        start(3, 5);

        countDown(4);

        assertThat(verdict(acquireAt(2, "a:7:1", arrival))).isEqualTo(1);
    }

    @Test
    void whenRunningShouldStandInLineOnceAndKeepTheCountAlive() {
        start(1, 1);
        redis.command("PEXPIRE", COUNT, "1000");

        List<Object> reply = acquire(1, "a:7:1");
        List<Object> again = acquire(2, "a:7:1");

        assertThat(verdict(reply)).isZero();
        assertThat(number(again, 2)).isEqualTo(number(reply, 2));
        assertThat(scripts.members(LINE)).containsExactly("a:7:1");
        assertThat(scripts.timeToLive(LINE)).isBetween(1L, 15_000L);
        assertThat(scripts.timeToLive(COUNT)).isGreaterThan(604_000_000L);
    }

    @Test
    void whenRunningAndThereIsNoTicketShouldLeaveNothing() {
        start(1, 1);

        assertThat(verdict(acquire(1, ""))).isZero();

        assertThat(redis.keys(LINE)).isEmpty();
    }

    @Test
    void whenAbandonedShouldLeaveTheLine() {
        start(1, 1);
        acquire(1, "a:7:1");
        acquire(2, "b:7:2");

        scripts.run("abandon", "a:7:1", "a", "1", "a:7:1", "0");

        assertThat(scripts.members(LINE)).containsExactly("b:7:2");
    }

    @Test
    void whenWaitersAreSlowToGoOnRenewingShouldLoseNothing() {
        assertThat(scripts.eval("renew", List.of(COUNT, COUNT), List.of("1000", "a:7:1", "a:7:2")))
                .containsExactly(1L);

        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void whenRedisIsFullShouldRefuseToStartAndStillCountDown() {
        start(1, 2);
        acquire(1, "a:7:1");
        scripts.whileFull(() -> {
            assertThat(verdict(countDown(2))).isEqualTo(1);
            assertThat(verdict(countDown(3))).isZero();
            assertThatThrownBy(() -> start(4, 1)).hasMessageContaining("OOM");
            assertThat(verdict(acquire(2, "a:7:1"))).isEqualTo(1);
        });
        assertThat(redis.keys("*")).containsExactly(OPERATIONS);
    }

    @Test
    void whenTheKeyIsForeignShouldNameItAndItsTypeAndLeaveItAlone() {
        redis.command("HSET", COUNT, "mine", "1");

        for (Runnable call : List.<Runnable>of(
                () -> start(1, 1), () -> countDown(1), () -> acquire(1, "a:7:1"), LatchScriptsTest::look)) {
            assertThatThrownBy(call::run)
                    .hasMessageContaining(
                            "WRONGTYPE the key latchkey:{gate}:latch holds a hash, not the count of a latch");
        }
        redis.command("DEL", COUNT);
        redis.command("SET", COUNT, "mine");
        assertThatThrownBy(() -> acquire(1, "a:7:1")).hasMessageContaining("holds a string");

        assertThat(redis.command("GET", COUNT)).isEqualTo("mine");
        assertThat(scripts.timeToLive(COUNT)).isEqualTo(-1);
        assertThat(redis.keys("*")).containsExactly(COUNT);
    }

    // ---- the calls

    private static List<Object> start(int operation, int count) {
        return scripts.run("start", "a:7:" + operation, "" + count);
    }

    private static List<Object> countDown(int operation) {
        return scripts.run("countdown", "a:7:" + operation);
    }

    private static List<Object> acquire(int number, String ticket) {
        return acquireAt(number, ticket, 0);
    }

    private static List<Object> acquireAt(int number, String ticket, long arrival) {
        return scripts.run("acquire", "a:7:" + number, "a", "" + number, "30000", ticket, "" + arrival, "1");
    }

    private static long look() {
        return verdict(scripts.eval("look", List.of(COUNT), List.of()));
    }
}
