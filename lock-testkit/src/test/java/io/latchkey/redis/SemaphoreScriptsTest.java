package io.latchkey.redis;

import static io.latchkey.redis.ScriptBench.number;
import static io.latchkey.redis.ScriptBench.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.testkit.CommandCounter;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each script of the semaphore alone: what it answers, what it leaves, and that it may be run twice. */
@Timeout(60)
class SemaphoreScriptsTest {

    private static final String HOLDERS = "latchkey:{pool}:permits";
    private static final String LINE = HOLDERS + ":line";
    private static final String GUARD = HOLDERS + ":guard";
    private static final String LIMIT = HOLDERS + ":limit";

    private static RedisServer redis;
    private static ScriptBench scripts;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
        scripts = new ScriptBench(redis, "semaphore", List.of(HOLDERS, LINE, GUARD, LIMIT));
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
    void whenAPermitIsLeftShouldHoldItWithATokenAndATimeToLive() {
        List<Object> reply = acquire("a", 1, "");

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(number(reply, 1)).isPositive();
        assertThat(holders()).containsExactly("a:7:1");
        assertThat(scripts.timeToLive(HOLDERS)).isBetween(1L, 30_000L);
        assertThat(scripts.timeToLive(GUARD)).isBetween(1L, 5_000L);
        assertThat(redis.keys("*")).containsExactly(HOLDERS, GUARD);
    }

    @Test
    void whenAskedTwiceShouldTakeOnePermit() {
        long first = number(acquire("a", 1, ""), 1);

        List<Object> again = acquire("a", 1, "");

        assertThat(verdict(again)).isEqualTo(1);
        assertThat(number(again, 1)).isGreaterThanOrEqualTo(first);
        assertThat(holders()).containsExactly("a:7:1");
        assertThat(verdict(acquire("b", 1, ""))).isEqualTo(1);
        assertThat(verdict(acquire("c", 1, ""))).isZero();
    }

    @Test
    void whenNoneIsLeftShouldTellWhenTheFirstEndsAndStandInLineOnce() {
        acquireFor("a", 1, 10_000);
        acquire("b", 1, "");

        List<Object> reply = acquire("c", 1, "c:7:1");
        List<Object> again = acquire("c", 2, "c:7:1");

        assertThat(verdict(reply)).isZero();
        assertThat(number(reply, 1)).isBetween(1L, 10_000L);
        assertThat(number(again, 2)).isEqualTo(number(reply, 2)).isPositive();
        assertThat(scripts.members(LINE)).containsExactly("c:7:1");
        assertThat(scripts.timeToLive(LINE)).isBetween(1L, 15_000L);
    }

    @Test
    void whenNoneIsLeftAndThereIsNoTicketShouldLeaveNothing() {
        acquire("a", 1, "");
        acquire("b", 1, "");

        acquire("c", 1, "");

        assertThat(redis.keys("*")).containsExactly(HOLDERS, GUARD);
        assertThat(holders()).containsExactly("a:7:1", "b:7:1");
    }

    @Test
    void whenAPermitIsHadShouldLeaveTheLine() {
        acquire("a", 1, "");
        acquire("b", 1, "");
        acquire("c", 1, "c:7:1");
        redis.command("ZREM", HOLDERS, "a:7:1");

        acquire("c", 2, "c:7:1");

        assertThat(holders()).containsExactly("b:7:1", "c:7:2");
        assertThat(redis.keys(LINE)).isEmpty();
    }

    @Test
    void whenAnAcquireArrivesAfterItsEndShouldTakeNothing() {
        acquire("a", 1, "");
        release("a", 1);
        abandon("b", 1, "");

        assertThat(verdict(acquire("a", 1, "a:7:1"))).isZero();
        assertThat(verdict(acquire("b", 1, "b:7:1"))).isZero();

        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    @Test
    void whenHundredsEndedMeanwhileShouldStillKnowALateOne() {
        acquire("a", 1, "");
        release("a", 1);
        for (int number = 2; number < 300; number++) {
            acquire("a", number, "");
            release("a", number);
        }

        assertThat(verdict(acquire("a", 1, ""))).as("late acquire").isZero();
        assertThat(verdict(release("a", 1))).as("repeated release").isEqualTo(1);
    }

    @Test
    void whenHoldersEndedShouldAgeThemOut() {
        acquireFor("a", 1, 30);
        acquireFor("b", 1, 30);
        await().atMost(Duration.ofSeconds(10)).until(() -> verdict(acquire("c", 1, "")) == 1);

        assertThat(holders()).containsExactly("c:7:1");
    }

    @Test
    void whenOneEndedLaterThanAnotherTheKeyShouldOutliveBoth() {
        acquireFor("a", 1, 60_000);

        acquireFor("b", 1, 1_000);

        assertThat(scripts.timeToLive(HOLDERS)).isBetween(50_000L, 60_000L);
    }

    @Test
    void whenTheClockIsBehindTheGuardShouldStillGrowTokens() {
        long token = number(acquire("a", 1, ""), 1);
        String ahead = String.valueOf(token + 3_600_000_000L);
        redis.command("ZADD", GUARD, ahead, "token");

        assertThat(number(acquire("b", 1, ""), 1)).isEqualTo(Long.parseLong(ahead) + 1);
    }

    @Test
    void whenTheKeyIsForeignShouldNameItAndItsTypeAndLeaveItAlone() {
        redis.command("SET", HOLDERS, "mine");

        assertThatThrownBy(() -> acquire("a", 1, "a:7:1"))
                .hasMessageContaining("WRONGTYPE the key latchkey:{pool}:permits holds a string, not permits");
        assertThat(redis.command("GET", HOLDERS)).isEqualTo("mine");
        assertThat(redis.keys("*")).containsExactly(HOLDERS);
    }

    // ---- release and abandon

    @Test
    void whenReleasedShouldGiveBackOneAndLeaveOnlyAGuardThatGoesAway() {
        acquire("a", 1, "");
        acquire("b", 1, "");

        assertThat(verdict(release("a", 1))).isEqualTo(1);
        assertThat(verdict(release("a", 1))).as("run again").isEqualTo(1);
        assertThat(holders()).containsExactly("b:7:1");

        release("b", 1);
        assertThat(redis.keys("*")).containsExactly(GUARD);
        assertThat(scripts.timeToLive(GUARD)).isBetween(1L, 5_000L);
    }

    @Test
    void whenTheLastIsReleasedShouldLeaveNothingOfThoseWhoseTimeIsOver() throws InterruptedException {
        acquire("a", 1, "");
        acquireFor("dead", 1, 20);
        Thread.sleep(40);

        release("a", 1);

        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    @Test
    void whenNotHeldShouldSaySoAndTouchNothing() {
        acquire("a", 1, "");

        assertThat(verdict(release("b", 1))).isEqualTo(-1);

        assertThat(holders()).containsExactly("a:7:1");
    }

    @Test
    void whenReleasedAfterItsEndShouldSaySo() throws InterruptedException {
        acquireFor("a", 1, 20);
        Thread.sleep(40);
        acquire("b", 1, "");

        assertThat(verdict(release("a", 1))).isEqualTo(-1);

        assertThat(holders()).containsExactly("b:7:1");
    }

    @Test
    void whenReleasedShouldTakeDeadWaitersOutOfTheLine() {
        acquire("a", 1, "");
        acquire("b", 1, "");
        acquire("dead", 1, "dead:7:1");
        acquire("gone", 1, "gone:7:1");

        release("a", 1);

        assertThat(redis.keys(LINE)).isEmpty();
    }

    @Test
    void whenAbandonedShouldGiveBackThePermitAndThePlaceInLine() {
        acquire("a", 1, "");
        acquire("b", 1, "");
        acquire("a", 2, "a:7:2");

        abandon("a", 1, "a:7:2");
        abandon("a", 1, "a:7:2");

        assertThat(holders()).containsExactly("b:7:1");
        assertThat(redis.keys(LINE)).isEmpty();
        assertThat(verdict(release("a", 1))).as("its release is no surprise").isEqualTo(1);
    }

    @Test
    void whenAWakeUpIsPassedOnShouldRememberNothing() {
        abandon("a", 0, "");

        assertThat(redis.keys("*")).isEmpty();
    }

    // ---- several permits of one owner

    @Test
    void whenSeveralAreWantedShouldTakeThemOnceHoweverOftenAskedAndGiveThemAllBack() {
        assertThat(verdict(acquireTwo("a"))).isEqualTo(1);
        assertThat(verdict(acquireTwo("a"))).isEqualTo(1);

        assertThat(holders()).containsExactly("#more", "a:7:1*2");
        assertThat(redis.command("ZSCORE", HOLDERS, "#more")).isEqualTo("-1");
        assertThat(look()).hasSize(2).startsWith("a:7:1*2");
        assertThat(verdict(acquire("b", 1, ""))).isZero();
        assertThat(renew(60_000, "a:7:1*2")).containsExactly(1L);
        assertThat(number(look(), 1)).isBetween(30_001L, 60_000L);
        assertThat(verdict(acquire("b", 1, ""))).as("after a renewal").isZero();

        assertThat(verdict(releaseTwo("a"))).isEqualTo(1);
        assertThat(verdict(releaseTwo("a"))).isEqualTo(1);
        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    @Test
    void whenAMillionAreWantedShouldRunAsManyCommandsAsForTwo() {
        assertThat(commandsFor(1_000_000)).isEqualTo(commandsFor(2));
    }

    /** How many commands it takes to acquire, renew, look for and release so many permits. */
    private static long commandsFor(int permits) {
        String owner = "a:7:" + permits + "*" + permits;
        CommandCounter commands = CommandCounter.of(redis);
        assertThat(verdict(acquireAll(owner, "" + permits, permits))).isEqualTo(1);
        assertThat(renew(60_000, owner)).containsExactly(1L);
        assertThat(look()).hasSize(2);
        assertThat(verdict(acquireAll("b:7:" + permits, "1", permits))).isZero();
        assertThat(verdict(scripts.run("release", owner, "a", "" + permits, "0", "0")))
                .isEqualTo(1);
        return commands.insideScripts();
    }

    private static List<Object> acquireAll(String owner, String number, int permits) {
        return scripts.run("acquire", owner, "a", number, "30000", "", "0", "" + permits);
    }

    @Test
    void whenTheTimeOfSeveralIsOverShouldGiveThemAllBackAndKeepThoseOfOthers() {
        scripts.run("acquire", "a:7:1*3", "a", "1", "30000", "", "0", "8");
        scripts.run("acquire", "dead:7:1*4", "dead", "1", "30", "", "0", "8");
        assertThat(acquireOf("b:7:1*2", 8)).as("one is left").isZero();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> renew(30_000, "dead:7:1*4").equals(List.of(0L, 1L)));

        assertThat(acquireOf("b:7:1*6", 8)).as("five are left").isZero();
        assertThat(acquireOf("b:7:2*5", 8)).isEqualTo(1);
        assertThat(acquireOf("c:7:1", 8)).isZero();

        assertThat(holders()).containsExactly("#more", "a:7:1*3", "b:7:2*5");
        assertThat(redis.command("ZSCORE", HOLDERS, "#more")).isEqualTo("-6");
    }

    private static long acquireOf(String owner, int permits) {
        return verdict(scripts.run("acquire", owner, "x", "1", "30000", "", "0", "" + permits));
    }

    @Test
    void whenFewerAreLeftThanWantedShouldTakeNone() {
        acquire("a", 1, "");

        assertThat(verdict(acquireTwo("b"))).isZero();

        assertThat(holders()).containsExactly("a:7:1");
    }

    @Test
    void whenResizedBesideAHoldOfSeveralShouldWakeNoMoreThanThereArePermitsFor() {
        acquireTwo("a");
        acquire("b", 1, "b:7:1");
        acquire("c", 1, "c:7:1");

        resize(2);
        assertThat(scripts.members(LINE)).containsExactly("b:7:1", "c:7:1");
        try (Ear b = Ear.of("b", redis)) {
            resize(3);
            assertThat(b.heard(redis)).hasSize(1);
        }
        assertThat(scripts.members(LINE)).containsExactly("c:7:1");
    }

    @Test
    void whenAHoldOfSeveralIsAbandonedShouldGiveThemAllBack() {
        acquireTwo("a");

        scripts.run("abandon", "a:7:1*2", "a", "1", "", "0");

        assertThat(redis.keys("*")).containsExactly(GUARD);
        assertThat(verdict(acquireTwo("a"))).as("late acquire").isZero();
    }

    @Test
    void whenOnePermitComesBackShouldWakeOnToWhoWantsOne() {
        acquire("a", 1, "");
        acquire("b", 1, "");
        acquire("c", 1, "c:7:1*2");
        acquire("d", 1, "d:7:1");
        acquire("e", 1, "e:7:1");

        try (Ear c = Ear.of("c", redis);
                Ear d = Ear.of("d", redis);
                Ear e = Ear.of("e", redis)) {
            release("a", 1);

            assertThat(c.heard(redis)).hasSize(1);
            assertThat(d.heard(redis)).hasSize(1);
            assertThat(e.heard(redis)).isEmpty();
        }
        assertThat(scripts.members(LINE)).containsExactly("e:7:1");
    }

    // ---- renew and look

    @Test
    void whenRenewedShouldOnlyLengthenAndOnlyForTheOwner() {
        acquire("a", 1, "");
        acquire("b", 1, "");

        assertThat(renew(60_000, "a:7:1", "c:7:1", "b:7:2")).containsExactly(0L, 2L, 3L);
        assertThat(scripts.timeToLive(HOLDERS)).isGreaterThan(30_000);
        assertThat(renew(1_000, "a:7:1")).containsExactly(1L);

        List<Object> look = look();
        assertThat(look.get(0)).isEqualTo("b:7:1");
        assertThat(number(look, 1)).isBetween(1L, 30_000L);
        assertThat(look.get(2)).isEqualTo("a:7:1");
        assertThat(number(look, 3)).isBetween(30_001L, 60_000L);
    }

    @Test
    void whenRenewedAfterItsEndShouldNotComeBack() throws InterruptedException {
        acquireFor("a", 1, 20);
        acquire("b", 1, "");
        Thread.sleep(40);

        assertThat(renew(60_000, "a:7:1", "b:7:1")).containsExactly(0L, 1L);

        assertThat(holders()).containsExactly("b:7:1");
        assertThat(look()).hasSize(2);
    }

    @Test
    void whenRedisIsFullShouldRefuseNewHoldersAndServeThoseThereAre() {
        acquire("a", 1, "");
        acquire("b", 1, "b:7:1");
        acquire("c", 1, "c:7:1");
        scripts.whileFull(() -> {
            assertThatThrownBy(() -> acquire("d", 1, "d:7:1")).hasMessageContaining("OOM");
            assertThat(verdict(acquire("a", 1, ""))).as("asked again").isEqualTo(1);
            assertThat(renew(60_000, "a:7:1", "b:7:1")).containsExactly(1L);
            assertThat(verdict(abandon("c", 1, "c:7:1"))).isEqualTo(1);
            assertThat(verdict(release("a", 1))).isEqualTo(1);
            assertThat(verdict(release("b", 1))).isEqualTo(1);
            assertThatThrownBy(() -> acquire("d", 1, "")).hasMessageContaining("OOM");
        });
        assertThat(redis.keys("*")).containsExactly(GUARD);
    }

    // ---- resize and limit

    @Test
    void whenResizedShouldGoByTheNewNumberForADaySinceItsLastUse() {
        acquire("a", 1, "");
        resize(1);
        resize(1);

        assertThat(verdict(acquire("b", 1, ""))).isZero();
        assertThat(scripts.eval("limit", List.of(LIMIT), List.of())).containsExactly("1");
        redis.command("PEXPIRE", LIMIT, "1000");
        acquire("b", 1, "");
        assertThat(scripts.timeToLive(LIMIT)).isBetween(80_000_000L, 86_400_000L);
    }

    @Test
    void whenNeverResizedShouldHaveNoLimit() {
        assertThat(scripts.eval("limit", List.of(LIMIT), List.of())).isEmpty();
    }

    @Test
    void whenResizedShouldWakeNoMoreThanThereArePermitsFor() {
        acquire("a", 1, "");
        acquire("b", 1, "");
        acquire("c", 1, "c:7:1");

        resize(2);

        assertThat(scripts.members(LINE)).containsExactly("c:7:1");
        resize(3);
        assertThat(redis.keys(LINE)).isEmpty();
    }

    // ---- the calls

    private static List<Object> acquire(String process, int number, String ticket) {
        return acquire(process, number, 30_000, ticket);
    }

    private static void acquireFor(String process, int number, int millis) {
        acquire(process, number, millis, "");
    }

    private static List<Object> acquire(String process, int number, int millis, String ticket) {
        return scripts.run("acquire", process + ":7:" + number, process, "" + number, "" + millis, ticket, "0", "2");
    }

    private static List<Object> release(String process, int number) {
        return scripts.run("release", process + ":7:" + number, process, "" + number, "0", "0");
    }

    private static List<Object> abandon(String process, int number, String ticket) {
        return scripts.run("abandon", process + ":7:" + number, process, "" + number, ticket, "0");
    }

    private static List<Object> acquireTwo(String process) {
        return scripts.run("acquire", process + ":7:1*2", process, "1", "30000", "", "0", "2");
    }

    private static List<Object> releaseTwo(String process) {
        return scripts.run("release", process + ":7:1*2", process, "1", "0", "0");
    }

    private static void resize(int permits) {
        scripts.run("resize", "" + permits, "0");
    }

    private static List<Object> renew(int millis, String... owners) {
        List<String> args = new java.util.ArrayList<>(List.of("" + millis));
        args.addAll(List.of(owners));
        return scripts.eval("renew", java.util.Collections.nCopies(owners.length, HOLDERS), args);
    }

    private static List<Object> look() {
        return scripts.eval("look", List.of(HOLDERS), List.of());
    }

    private static List<String> holders() {
        return scripts.members(HOLDERS);
    }
}
