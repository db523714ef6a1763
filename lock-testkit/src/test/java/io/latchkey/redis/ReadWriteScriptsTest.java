package io.latchkey.redis;

import static io.latchkey.redis.ScriptBench.number;
import static io.latchkey.redis.ScriptBench.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.spi.LockBackend;
import io.latchkey.testkit.CommandCounter;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each script of read and write locks alone: what it answers, what it leaves, and that it may be run twice. */
@Timeout(60)
class ReadWriteScriptsTest {

    private static final String WRITER = "latchkey:{book}:write";
    private static final String LINE = "latchkey:{book}:rw:line";
    private static final String GUARD = "latchkey:{book}:rw:guard";
    private static final String READERS = "latchkey:{book}:read";
    private static final String WAITING = "latchkey:{book}:rw:writer";
    private static final String ENDED = "latchkey:{book}:rw:ended";

    private static RedisServer redis;
    private static ScriptBench read;
    private static ScriptBench write;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
        List<String> keys = List.of(WRITER, LINE, GUARD, READERS, WAITING, ENDED);
        read = new ScriptBench(redis, "read", keys);
        write = new ScriptBench(redis, "write", keys);
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    // ---- reading

    @Test
    void whenNobodyWritesShouldReadSideBySideEachForItsOwnTime() {
        List<Object> one = acquire(read, "a", 1, "");
        List<Object> other = acquireFor(read, "b", 1, 60_000);

        assertThat(verdict(one)).isEqualTo(1);
        assertThat(verdict(other)).isEqualTo(1);
        assertThat(number(other, 1)).as("token").isGreaterThan(number(one, 1));
        assertThat(read.members(READERS)).containsExactly("a:7:1", "b:7:1");
        assertThat(read.timeToLive(READERS)).as("outlives both").isBetween(30_001L, 60_000L);
        assertThat(read.timeToLive(GUARD)).isBetween(1L, 10_000L);
        assertThat(redis.keys("*")).containsExactly(READERS, GUARD);
        acquireFor(read, "c", 1, 1_000);
        assertThat(read.timeToLive(READERS)).as("not shortened").isGreaterThan(30_000L);
    }

    @Test
    void whenAskedTwiceShouldReadOnce() {
        long token = number(acquire(read, "a", 1, ""), 1);

        List<Object> again = acquire(read, "a", 1, "");

        assertThat(verdict(again)).isEqualTo(1);
        assertThat(number(again, 1)).isGreaterThanOrEqualTo(token);
        assertThat(read.members(READERS)).containsExactly("a:7:1");
    }

    @Test
    void whenSomebodyWritesShouldStandInLineOnceAndTellWhoWrites() {
        acquire(write, "w", 1, "");

        List<Object> reply = acquire(read, "a", 1, "a:7:1");
        List<Object> again = acquire(read, "a", 2, "a:7:1");

        assertThat(verdict(reply)).isZero();
        assertThat(number(reply, 1)).isBetween(1L, 30_000L);
        assertThat(reply.get(3)).isEqualTo("w:7:1");
        assertThat(number(again, 2)).isEqualTo(number(reply, 2)).isPositive();
        assertThat(read.members(LINE)).containsExactly("read a:7:1");
        assertThat(read.timeToLive(LINE)).isBetween(1L, 15_000L);
        assertThat(redis.keys(READERS)).isEmpty();
    }

    @Test
    void whenBusyWithoutATicketShouldLeaveNothing() {
        acquire(write, "w", 1, "");

        acquire(read, "a", 1, "");
        acquire(write, "b", 1, "");

        assertThat(redis.keys("*")).containsExactly(WRITER);
    }

    @Test
    void whenAWriterWaitsShouldReadOnlyIfItCameEarlier() {
        long before = read.micros();
        acquire(read, "r", 1, "");
        long writerCame = number(acquire(write, "w", 1, "w:7:1"), 2);

        List<Object> later = acquire(read, "a", 1, "a:7:1");
        List<Object> earlier = acquireAt(read, "b", 1, "b:7:1", before);

        assertThat(writerCame).isGreaterThan(before);
        assertThat(verdict(later)).isZero();
        assertThat(number(later, 1)).as("until the first reading ends").isBetween(1L, 30_000L);
        assertThat(verdict(earlier)).isEqualTo(1);
        assertThat(read.members(LINE)).containsExactly("write w:7:1", "read a:7:1");
    }

    @Test
    void whenTheSameThreadWritesShouldReadWhereOthersWait() {
        acquire(write, "a", 1, "");
        acquire(write, "b", 1, "b:7:1");

        assertThat(verdict(acquireUnder("c", 1, "b:7:1")))
                .as("not the one who writes")
                .isZero();
        assertThat(verdict(acquireUnder("a", 2, "a:7:1"))).isEqualTo(1);

        assertThat(read.members(READERS)).containsExactly("a:7:2");
        assertThat(write.hash(WRITER)).containsOnlyKeys("a:7:1");
    }

    @Test
    void whenAReadingArrivesAfterItsEndShouldTakeNothing() {
        acquire(read, "a", 1, "");
        release(read, "a", 1);
        abandon(read, "b", 1, "");

        assertThat(verdict(acquire(read, "a", 1, "a:7:1"))).isZero();
        assertThat(verdict(acquire(read, "b", 1, "b:7:1"))).isZero();

        assertThat(redis.keys("*")).containsExactly(ENDED, GUARD);
        assertThat(read.timeToLive(ENDED)).isBetween(1L, 5_000L);
        assertThat(read.timeToLive(GUARD)).isBetween(1L, 10_000L);
    }

    @Test
    void whenOneReadersTimeIsOverShouldAgeOutAlone() {
        acquireFor(read, "dead", 1, 30);
        acquire(read, "a", 1, "");

        await().atMost(Duration.ofSeconds(20))
                .until(() -> verdict(release(read, "dead", 1)) == -1 && renew(read, READERS, "dead:7:1") == 0);

        acquire(read, "b", 1, "");
        assertThat(read.members(READERS)).containsExactly("a:7:1", "b:7:1");
        assertThat(renew(read, READERS, "a:7:1")).isEqualTo(1);
        assertThat(verdict(acquire(write, "w", 1, ""))).as("readers are left").isZero();
    }

    @Test
    void whenReadersAreRenewedShouldOnlyLengthenAndOnlyTheirOwn() {
        acquire(read, "a", 1, "");
        acquireFor(read, "b", 1, 90_000);

        assertThat(renew(read, READERS, "a:7:1")).isEqualTo(1);
        assertThat(renew(read, READERS, "b:7:1")).isEqualTo(1);
        assertThat(renew(read, READERS, "c:7:1")).isZero();

        List<Object> look = read.eval("look", List.of(READERS), List.of());
        assertThat(look.get(0)).isEqualTo("a:7:1");
        assertThat(number(look, 1)).isBetween(30_001L, 60_000L);
        assertThat(look.get(2)).isEqualTo("b:7:1");
        assertThat(number(look, 3)).isBetween(60_001L, 90_000L);
    }

    // ---- releasing and abandoning a reading

    @Test
    void whenReadingEndsTwiceShouldSaySoBothTimesAndLeaveTheOthers() {
        acquire(read, "a", 1, "");
        acquire(read, "b", 1, "");

        assertThat(verdict(release(read, "a", 1))).isEqualTo(1);
        assertThat(verdict(release(read, "a", 1))).as("run again").isEqualTo(1);
        assertThat(verdict(release(read, "c", 1))).as("never read").isEqualTo(-1);

        assertThat(read.members(READERS)).containsExactly("b:7:1");
        release(read, "b", 1);
        assertThat(redis.keys("*")).containsExactly(ENDED, GUARD);
    }

    @Test
    void whenTheLastReaderLeavesShouldLeaveNothingOfThoseWhoseTimeIsOver() throws InterruptedException {
        acquire(read, "a", 1, "");
        acquireFor(read, "dead", 1, 20);
        Thread.sleep(40);

        release(read, "a", 1);

        assertThat(redis.keys(READERS)).isEmpty();
    }

    @Test
    void whenTheLastReaderLeavesShouldWakeTheWriterAndNoReaderBehindIt() {
        acquire(read, "a", 1, "");
        acquire(read, "b", 1, "");
        acquire(write, "w", 1, "w:7:1");
        acquire(read, "c", 1, "c:7:1");
        try (Ear w = Ear.of("w", redis);
                Ear c = Ear.of("c", redis)) {
            release(read, "a", 1);
            assertThat(w.heard(redis)).as("somebody still reads").isEmpty();

            release(read, "b", 1);

            assertThat(w.heard(redis)).containsExactly("write " + WRITER);
            assertThat(c.heard(redis)).isEmpty();
        }
        assertThat(read.members(LINE)).containsExactly("read c:7:1");
    }

    @Test
    void whenAReadingIsAbandonedShouldEndItAndItsPlace() {
        acquire(write, "w", 1, "");
        acquire(read, "a", 1, "a:7:1");
        acquire(read, "a", 5, "a:7:5");

        abandon(read, "a", 1, "a:7:1");
        abandon(read, "a", 1, "a:7:1");
        assertThat(read.members(LINE)).as("a newer one of the process stays").containsExactly("read a:7:5");

        release(write, "w", 1);
        acquire(read, "a", 6, "a:7:5");
        abandon(read, "a", 6, "");
        assertThat(redis.keys("*")).containsExactly(ENDED, GUARD);
        assertThat(verdict(release(read, "a", 6)))
                .as("its release is no surprise")
                .isEqualTo(1);
    }

    @Test
    void whenAWakeUpIsPassedOnShouldRememberNothing() {
        abandon(read, "a", 0, "");
        abandon(write, "a", 0, "");

        assertThat(redis.keys("*")).isEmpty();
    }

    // ---- writing

    @Test
    void whenNobodyReadsOrWritesShouldWriteWithATokenOfTheClock() {
        long before = write.micros();

        List<Object> reply = acquire(write, "w", 1, "");

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(number(reply, 1)).isBetween(before, write.micros());
        assertThat(write.hash(WRITER)).containsExactly(Map.entry("w:7:1", "" + number(reply, 1)));
        assertThat(write.timeToLive(WRITER)).isBetween(1L, 30_000L);
        assertThat(redis.keys("*")).containsExactly(WRITER);
        assertThat(acquire(write, "w", 1, "")).as("run again").isEqualTo(reply);
    }

    @Test
    void whenSomebodyReadsShouldStandInLineOnceAndAnnounceItself() {
        acquire(read, "a", 1, "");

        List<Object> reply = acquire(write, "w", 1, "w:7:1");
        acquire(write, "v", 1, "v:7:1");
        List<Object> again = acquire(write, "w", 2, "w:7:1");

        assertThat(verdict(reply)).isZero();
        assertThat(number(again, 2)).isEqualTo(number(reply, 2));
        assertThat(write.members(LINE)).containsExactly("write w:7:1", "write v:7:1");
        assertThat(redis.command("GET", WAITING)).as("the first that waits").isEqualTo(number(reply, 2) + " w:7:1");
        assertThat(write.timeToLive(WAITING)).isBetween(1L, 3_000L);
    }

    @Test
    void whenTheWriterComesInShouldLeaveTheLineAndTakeItsAnnouncementBack() {
        acquire(read, "a", 1, "");
        acquire(write, "w", 1, "w:7:1");
        release(read, "a", 1);

        assertThat(verdict(acquire(write, "w", 2, "w:7:1"))).isEqualTo(1);

        assertThat(redis.keys("*")).containsExactly(ENDED, GUARD, WRITER);
    }

    @Test
    void whenAWaitingWriterGivesUpShouldLetLaterReadersIn() {
        acquire(read, "a", 1, "");
        acquire(write, "w", 1, "w:7:1");
        acquire(read, "b", 1, "b:7:1");
        try (Ear b = Ear.of("b", redis)) {
            abandon(write, "w", 1, "w:7:1");

            assertThat(b.heard(redis)).containsExactly("read " + READERS);
        }
        assertThat(redis.keys(WAITING)).isEmpty();
        assertThat(verdict(acquire(read, "b", 2, "b:7:1"))).isEqualTo(1);
        assertThat(redis.keys(LINE)).isEmpty();
    }

    @Test
    void whenAWriterThatGivesUpWasNotTheFirstShouldLeaveTheFirstAnnounced() {
        acquire(read, "a", 1, "");
        acquire(write, "w", 1, "w:7:1");
        acquire(write, "v", 1, "v:7:1");

        abandon(write, "v", 1, "v:7:1");

        assertThat(String.valueOf(redis.command("GET", WAITING))).endsWith(" w:7:1");
        assertThat(verdict(acquire(read, "b", 1, ""))).isZero();
    }

    @Test
    void whenSeveralWritersWaitShouldNotLetALaterReaderOvertakeAnyOfThem() {
        acquire(read, "a", 1, "");
        acquire(write, "w", 1, "w:7:1");
        long nextCame = number(acquire(write, "v", 1, "v:7:1"), 2);
        try (Ear w = Ear.of("w", redis);
                Ear v = Ear.of("v", redis)) {
            release(read, "a", 1);
            assertThat(verdict(acquire(write, "w", 2, "w:7:1"))).isEqualTo(1);
            release(write, "w", 2);

            assertThat(verdict(acquire(read, "b", 1, "b:7:1"))).isZero();

            assertThat(v.heard(redis)).containsExactly("write " + WRITER);
        }
        assertThat(redis.command("GET", WAITING)).isEqualTo(nextCame + " v:7:1");
        assertThat(write.timeToLive(WAITING)).isBetween(1L, 3_000L);
        assertThat(verdict(acquireAt(write, "v", 2, "v:7:1", nextCame))).isEqualTo(1);
        assertThat(redis.keys(WAITING)).isEmpty();
    }

    @Test
    void whenTheFirstOfSeveralWritersGivesUpShouldNotLetALaterReaderOvertakeTheNext() {
        acquire(read, "a", 1, "");
        acquire(write, "w", 1, "w:7:1");
        acquire(read, "b", 1, "b:7:1");
        acquire(write, "v", 1, "v:7:1");
        acquire(read, "c", 1, "c:7:1");
        try (Ear b = Ear.of("b", redis);
                Ear v = Ear.of("v", redis);
                Ear c = Ear.of("c", redis)) {
            abandon(write, "w", 1, "w:7:1");

            assertThat(b.heard(redis)).as("came before the next").hasSize(1);
            assertThat(v.heard(redis)).isEmpty();
            assertThat(c.heard(redis)).isEmpty();
        }
        assertThat(verdict(acquire(read, "d", 1, "d:7:1"))).isZero();
        assertThat(String.valueOf(redis.command("GET", WAITING))).endsWith(" v:7:1");
        assertThat(write.timeToLive(WAITING)).isBetween(1L, 3_000L);
        assertThat(write.members(LINE)).containsExactly("write v:7:1", "read c:7:1", "read d:7:1");
    }

    /** Nobody is held up by one who does not listen. */
    @Test
    void whenAWriterThatIsWokenIsDeadShouldNotNameIt() {
        acquire(write, "w", 1, "");
        acquire(write, "dead", 1, "dead:7:1");
        redis.command("DEL", WAITING);

        release(write, "w", 1);

        assertThat(redis.keys(WAITING)).isEmpty();
        assertThat(verdict(acquire(read, "b", 1, ""))).isEqualTo(1);
    }

    /** However many wait: the next is named without a look at the others. */
    @Test
    void whenHundredsOfWritersWaitShouldRunAsManyCommandsAsForAFew() {
        assertThat(commandsOfAHandOff(1_000)).isEqualTo(commandsOfAHandOff(10));
    }

    private static long commandsOfAHandOff(int writers) {
        redis.command("FLUSHALL");
        acquire(write, "w", 1, "");
        for (int i = 1; i <= writers; i++) {
            acquire(write, "v", i, id("v", i));
        }
        try (Ear unused = Ear.of("v", redis)) {
            CommandCounter commands = CommandCounter.of(redis);
            release(write, "w", 1);
            acquire(write, "v", 1_001, "v:7:1");
            release(write, "v", 1_001);
            return commands.insideScripts();
        }
    }

    @Test
    void whenWritingArrivesAfterItsEndShouldTakeNothing() {
        acquire(write, "w", 1, "");
        release(write, "w", 1);
        abandon(write, "v", 1, "");

        assertThat(verdict(acquire(write, "w", 1, "w:7:1"))).isZero();
        assertThat(verdict(acquire(write, "v", 1, "v:7:1"))).isZero();

        assertThat(redis.keys("*")).containsExactly(GUARD);
        assertThat(write.timeToLive(GUARD)).isBetween(1L, 10_000L);
    }

    @Test
    void whenWritingEndsTwiceShouldSaySoBothTimes() {
        acquire(write, "w", 1, "");

        assertThat(verdict(release(write, "w", 1))).isEqualTo(1);
        acquire(write, "v", 1, "");
        assertThat(verdict(release(write, "w", 1))).as("run again").isEqualTo(1);
        assertThat(verdict(release(write, "x", 1))).as("never wrote").isEqualTo(-1);

        assertThat(write.hash(WRITER)).containsOnlyKeys("v:7:1");
    }

    @Test
    void whenWritingEndsShouldWakeAllReadersUpToTheNextWriter() {
        acquire(write, "w", 1, "");
        acquire(read, "a", 1, "a:7:1");
        acquire(read, "b", 1, "b:7:1");
        acquire(write, "v", 1, "v:7:1");
        acquire(read, "c", 1, "c:7:1");
        try (Ear a = Ear.of("a", redis);
                Ear b = Ear.of("b", redis);
                Ear v = Ear.of("v", redis);
                Ear c = Ear.of("c", redis)) {
            release(write, "w", 1);

            assertThat(a.heard(redis)).containsExactly("read " + READERS);
            assertThat(b.heard(redis)).containsExactly("read " + READERS);
            assertThat(v.heard(redis)).isEmpty();
            assertThat(c.heard(redis)).isEmpty();
        }
        assertThat(write.members(LINE)).containsExactly("write v:7:1", "read c:7:1");
    }

    @Test
    void whenThoseInLineAreDeadShouldWakeTheNextThatListens() {
        acquire(write, "w", 1, "");
        acquire(write, "dead", 1, "dead:7:1");
        acquire(read, "gone", 1, "gone:7:1");
        acquire(write, "v", 1, "v:7:1");
        try (Ear v = Ear.of("v", redis)) {
            release(write, "w", 1);

            assertThat(v.heard(redis)).containsExactly("write " + WRITER);
        }
        assertThat(redis.keys(LINE)).isEmpty();
    }

    // ---- passing on

    @Test
    void whenNobodyReadsOrWaitsShouldPassTheWritingOn() {
        long token = number(acquire(write, "w", 1, ""), 1);

        List<Object> reply = pass("w", 1, 2);

        assertThat(verdict(reply)).isEqualTo(1);
        assertThat(number(reply, 1)).isGreaterThan(token + LockBackend.TOKENS_PER_RUN - 1);
        assertThat(write.hash(WRITER)).containsOnlyKeys("w:7:2");
        assertThat(pass("w", 1, 2)).as("run again").isEqualTo(reply);
        assertThat(redis.keys("*")).containsExactly(GUARD, WRITER);
    }

    @Test
    void whenAnotherWaitsShouldStopWritingAndStandBehind() {
        acquire(write, "w", 1, "");
        acquire(read, "a", 1, "a:7:1");
        try (Ear a = Ear.of("a", redis)) {
            assertThat(verdict(pass("w", 1, 2))).isZero();
            assertThat(verdict(pass("w", 1, 2))).as("run again: still in line").isZero();

            assertThat(a.heard(redis)).containsExactly("read " + READERS);
        }
        assertThat(redis.keys(WRITER)).isEmpty();
        assertThat(write.members(LINE)).containsExactly("write w:7:2");
        assertThat(String.valueOf(redis.command("GET", WAITING))).endsWith(" w:7:2");
    }

    /** Whoever stops writing may still be reading. */
    @Test
    void whenSomebodyStillReadsShouldNotPassTheWritingOn() {
        acquire(write, "w", 1, "");
        acquireUnder("w", 2, "w:7:1");

        assertThat(verdict(pass("w", 1, 3))).isZero();

        assertThat(redis.keys(WRITER)).isEmpty();
        assertThat(read.members(READERS)).containsExactly("w:7:2");
    }

    @Test
    void whenTheWritingToBePassedOnIsGoneShouldSaySoAndTouchNothing() {
        acquire(write, "v", 1, "");

        assertThat(verdict(pass("w", 1, 2))).isEqualTo(-1);

        assertThat(write.hash(WRITER)).containsOnlyKeys("v:7:1");
        assertThat(redis.keys("*")).containsExactly(WRITER);
    }

    // ---- renewing, forcing, and what is not ours

    @Test
    void whenAWriterIsRenewedShouldOnlyLengthenAndOnlyItsOwn() {
        acquire(write, "w", 1, "");

        assertThat(renew(write, WRITER, "w:7:1")).isEqualTo(1);
        assertThat(write.timeToLive(WRITER)).isBetween(30_001L, 60_000L);
        assertThat(renew(write, WRITER, "v:7:1")).isZero();
    }

    @Test
    void whenReadersAreForcedOutShouldWakeTheWriter() {
        acquire(read, "a", 1, "");
        acquire(read, "b", 1, "");
        acquire(write, "w", 1, "w:7:1");
        try (Ear w = Ear.of("w", redis)) {
            assertThat(verdict(force(read))).isEqualTo(1);
            assertThat(verdict(force(read))).as("run again").isZero();

            assertThat(w.heard(redis)).containsExactly("write " + WRITER);
        }
        assertThat(redis.keys(READERS)).isEmpty();
    }

    @Test
    void whenTheWriterIsForcedOutShouldWakeTheReadersAndKeepTokensGrowing() {
        long token = number(acquire(write, "w", 1, ""), 1);
        acquire(read, "a", 1, "a:7:1");
        try (Ear a = Ear.of("a", redis)) {
            assertThat(verdict(force(write))).isEqualTo(1);
            assertThat(verdict(force(write))).as("run again").isZero();

            assertThat(a.heard(redis)).containsExactly("read " + READERS);
        }
        assertThat(write.timeToLive(GUARD)).isBetween(1L, 10_000L);
        assertThat(number(acquire(read, "a", 2, "a:7:1"), 1)).isGreaterThan(token + LockBackend.TOKENS_PER_RUN - 1);
    }

    @Test
    void whenTheClockIsBehindTheGuardShouldStillGrowTokensOfBoth() {
        long ahead = read.micros() + 3_600_000_000L;
        redis.command("HSET", GUARD, "token", String.valueOf(ahead));

        assertThat(number(acquire(read, "a", 1, ""), 1)).isEqualTo(ahead + 1);
        release(read, "a", 1);
        assertThat(number(acquire(write, "w", 1, ""), 1)).isGreaterThan(ahead + 1);
    }

    @Test
    void whenTheKeyIsForeignShouldSaySoAndLeaveItAlone() {
        redis.command("SET", WRITER, "mine");
        assertThatThrownBy(() -> acquire(read, "a", 1, "a:7:1")).hasMessageContaining("WRONGTYPE the key " + WRITER);
        assertThatThrownBy(() -> acquire(write, "w", 1, "w:7:1")).hasMessageContaining("WRONGTYPE the key " + WRITER);
        assertThat(redis.keys("*")).containsExactly(WRITER);

        redis.command("FLUSHALL");
        redis.command("SET", READERS, "mine");
        String why = "WRONGTYPE the key " + READERS + " holds a string, not readers";
        assertThatThrownBy(() -> acquire(read, "a", 1, "a:7:1")).hasMessageContaining(why);
        assertThatThrownBy(() -> acquire(write, "w", 1, "w:7:1")).hasMessageContaining(why);
        assertThat(redis.command("GET", READERS)).isEqualTo("mine");
        assertThat(redis.keys("*")).containsExactly(READERS);
    }

    @Test
    void whenTheWritersLockHasNoTimeToLiveShouldGiveItOne() {
        acquire(write, "w", 1, "");
        redis.command("PERSIST", WRITER);

        acquire(read, "a", 1, "");

        assertThat(write.timeToLive(WRITER)).isBetween(1L, 30_000L);
    }

    @Test
    void whenRedisIsFullShouldStillReleaseRenewAndAbandon() {
        acquire(read, "a", 1, "");
        acquire(read, "b", 1, "");
        acquire(write, "w", 1, "w:7:1");
        read.whileFull(() -> {
            assertThatThrownBy(() -> acquire(read, "c", 1, "c:7:1")).hasMessageContaining("OOM");
            assertThat(renew(read, READERS, "a:7:1")).isEqualTo(1);
            assertThat(verdict(abandon(write, "w", 1, "w:7:1"))).isEqualTo(1);
            assertThat(verdict(abandon(read, "b", 1, ""))).isEqualTo(1);
            assertThat(verdict(release(read, "a", 1))).isEqualTo(1);
        });
        assertThat(redis.keys("*")).containsExactly(ENDED, GUARD);
        acquire(write, "w", 2, "");
        write.whileFull(() -> {
            assertThat(renew(write, WRITER, "w:7:2")).isEqualTo(1);
            assertThat(verdict(release(write, "w", 2))).isEqualTo(1);
            assertThatThrownBy(() -> acquire(write, "w", 3, "")).hasMessageContaining("OOM");
        });
        assertThat(redis.keys("*")).containsExactly(ENDED, GUARD);
    }

    // ---- tokens and ends

    static Stream<Runnable> endsOfAWriting() {
        return Stream.of(
                () -> release(write, "w", 1),
                () -> abandon(write, "w", 1, ""),
                () -> pass("w", 1, 2),
                () -> force(write));
    }

    @ParameterizedTest
    @MethodSource("endsOfAWriting")
    void whenAReaderCameWhileItWroteShouldRememberTheLaterToken(Runnable end) {
        acquire(write, "w", 1, "");
        // As of a clock that went back since.
        String given = "4000000000000000";
        redis.command("HSET", GUARD, "token", given);

        end.run();

        release(write, "w", 2);
        assertThat(number(acquire(write, "w", 3, ""), 1)).isGreaterThan(Long.parseLong(given));
    }

    @Test
    void whenTheNextWritingWasAbandonedBeforeItCameShouldNotPassItOn() {
        acquire(write, "w", 3, "");
        abandon(write, "w", 5, "");

        assertThat(verdict(pass("w", 3, 5))).isEqualTo(-1);
        assertThat(write.hash(WRITER)).containsOnlyKeys("w:7:3");
    }

    @Test
    void whenSentAgainAfterItWasExtendedShouldKeepTheLongerEnd() {
        acquire(write, "w", 1, "");
        redis.command("PEXPIRE", WRITER, "90000");

        acquire(write, "w", 1, "");

        assertThat(write.timeToLive(WRITER)).isGreaterThan(30_000);
    }

    // ---- the calls

    private static List<Object> acquire(ScriptBench kind, String process, int number, String ticket) {
        return acquireAt(kind, process, number, ticket, 0);
    }

    private static List<Object> acquireAt(ScriptBench kind, String process, int number, String ticket, long arrival) {
        return acquire(kind, process, number, 30_000, ticket, arrival, "");
    }

    private static List<Object> acquireFor(ScriptBench kind, String process, int number, int millis) {
        return acquire(kind, process, number, millis, "", 0, "");
    }

    /** Asks to read as a thread that writes as the given owner. */
    private static List<Object> acquireUnder(String process, int number, String writer) {
        return acquire(read, process, number, 30_000, "", 0, writer);
    }

    private static List<Object> acquire(
            ScriptBench kind, String process, int number, int millis, String ticket, long arrival, String under) {
        return kind.run(
                "acquire", id(process, number), process, "" + number, "" + millis, ticket, "" + arrival, "1", under);
    }

    private static List<Object> pass(String process, int from, int to) {
        String owner = id(process, to);
        return write.run("pass", owner, process, "" + to, "30000", owner, "0", id(process, from), "" + from, "0");
    }

    private static List<Object> release(ScriptBench kind, String process, int number) {
        return kind.run("release", id(process, number), process, "" + number, "0", "0");
    }

    private static List<Object> abandon(ScriptBench kind, String process, int number, String ticket) {
        return kind.run("abandon", id(process, number), process, "" + number, ticket, "0");
    }

    private static List<Object> force(ScriptBench kind) {
        return kind.run("force", "0");
    }

    /** Renews one hold for a minute. */
    private static long renew(ScriptBench kind, String key, String owner) {
        return number(kind.eval("renew", List.of(key), List.of("60000", owner)), 0);
    }

    private static String id(String process, int number) {
        return process + ":7:" + number;
    }
}
