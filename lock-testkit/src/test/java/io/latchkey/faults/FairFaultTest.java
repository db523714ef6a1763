package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** A fair lock whose waiters die, sleep, leave and are forgotten: the others keep their order, and nobody hangs. */
@Timeout(120)
@Tag("faults")
class FairFaultTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration WAITER_TIMEOUT = Duration.ofSeconds(3);
    /** What a busy machine may add to anything. */
    private static final Duration BOUND = Duration.ofSeconds(8);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LOCK = Rig.lockKey("order") + ":fair";
    private static final String LINE = LOCK + ":line";
    private static final String ALIVE = LOCK + ":alive";

    @RegisterExtension
    private final Rig rig = new Rig();

    private final List<String> served = new CopyOnWriteArrayList<>();

    /** For how long each who is served keeps the lock. */
    private Duration work = Duration.ZERO;

    // ---- the first in line goes away

    @Test
    void whenTheFirstInLineIsKilledShouldServeTheNextWithinItsTimeOut() throws Exception {
        Lease held = fair(process()).acquire(PATIENCE);
        Worker first = worker();
        queue(first, 1);
        CompletableFuture<Void> next = queue(process(), "next");

        first.kill();
        held.release();

        assertThat(timeUntil(next)).isLessThan(WAITER_TIMEOUT.plus(BOUND));
    }

    @Test
    void whenTheFirstInLineIsFrozenShouldServeTheNextWithinItsTimeOut() throws Exception {
        Lease held = fair(process()).acquire(PATIENCE);
        Worker first = worker();
        queue(first, 1);
        CompletableFuture<Void> next = queue(process(), "next");

        first.pause();
        held.release();

        assertThat(timeUntil(next)).isLessThan(WAITER_TIMEOUT.plus(BOUND));
        first.resume();
        first.hears("visited ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"times out", "is interrupted", "is cancelled"})
    void whenTheFirstInLineLeavesShouldServeTheNextAtOnce(String how) throws Exception {
        LockProcess leaving = process();
        LockProcess staying = process();
        Lease held = fair(process()).acquire(PATIENCE);
        Runnable leave =
                switch (how) {
                    case "times out" -> waiting(() -> fair(leaving).tryLock(Duration.ofSeconds(3)));
                    case "is interrupted" -> interrupted(() -> fair(leaving).acquire(PATIENCE));
                    default -> cancelled(fair(leaving).acquireAsync(PATIENCE));
                };
        awaitInLine(1);
        CompletableFuture<Void> next = queue(staying, "next");

        leave.run();
        awaitInLine(1);
        held.release();

        assertThat(timeUntil(next)).isLessThan(BOUND);
        assertThat(leaving.acquisitions()).isZero();
    }

    @Test
    void whenAHundredWaitersAreKilledShouldCostOneTimeOut() throws Exception {
        Lease held = fair(process()).acquire(PATIENCE);
        Worker crowd = worker();
        queue(crowd, 100);
        CompletableFuture<Void> next = queue(process(), "next");

        crowd.kill();
        held.release();

        assertThat(timeUntil(next)).isLessThan(WAITER_TIMEOUT.plus(BOUND));
    }

    /** What is left of a hundred processes that were all seen alive just now. */
    @Test
    void whenAHundredProcessesHaveDiedShouldCostOneTimeOut() throws Exception {
        Lease held = fair(process()).acquire(PATIENCE);
        long now = System.currentTimeMillis();
        for (int i = 0; i < 100; i++) {
            rig.server().command("zadd", LINE, "" + (1_000 + i), "dead" + i + ":1:1");
            rig.server().command("zadd", ALIVE, "" + (now + WAITER_TIMEOUT.toMillis()), "dead" + i);
        }
        fair(process()).acquireAsync(PATIENCE).thenAccept(lease -> serve("next", lease));
        awaitInLine(101);

        held.release();

        long start = System.nanoTime();
        await().atMost(PATIENCE).until(() -> served.contains("next"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(WAITER_TIMEOUT.plus(BOUND));
    }

    @Test
    void whenTheHolderIsKilledShouldServeInOrderAfterItsLease() throws Exception {
        Worker holder = rig.worker(Duration.ofSeconds(2), WAITER_TIMEOUT);
        holder.lock("lock fair:order");
        LockProcess one = process();
        LockProcess other = process();
        List<CompletableFuture<Void>> waiting = queueInTurn(6, one, other);

        holder.kill();

        assertThat(timeUntil(waiting.get(5))).isLessThan(Duration.ofSeconds(2).plus(BOUND));
        assertInOrder(6);
    }

    // ---- keeping a place

    @Test
    void whenWaitingLongerThanTheTimeOutShouldKeepTheirPlaces() throws Exception {
        Lease held = fair(process()).acquire(PATIENCE);
        LockProcess one = process();
        LockProcess other = process();
        List<CompletableFuture<Void>> waiting = queueInTurn(6, one, other);
        List<String> line = line();

        outliveTheTimeOut();

        assertThat(line()).isEqualTo(line);
        held.release();
        assertThat(timeUntil(waiting.get(5))).isLessThan(BOUND);
        assertInOrder(6);
    }

    /** The process that holds has to keep its own waiters alive too. */
    @Test
    void whenTheHolderHoldsLongerThanTheTimeOutShouldKeepThePlacesOfItsProcess() throws Exception {
        LockProcess one = process();
        LockProcess other = process();
        Lease held = fair(one).acquire(PATIENCE);
        List<CompletableFuture<Void>> waiting = queueInTurn(4, other, one);
        List<String> line = line();

        outliveTheTimeOut();

        assertThat(line()).isEqualTo(line);
        held.release();
        assertThat(timeUntil(waiting.get(3))).isLessThan(BOUND);
        assertInOrder(4);
    }

    @Test
    void whenAFrozenWaiterComesBackShouldBeServedBeforeThoseWhoCameLater() throws Exception {
        Lease held = fair(process()).acquire(PATIENCE);
        Worker sleeper = worker();
        queue(sleeper, 1);
        LockProcess awake = process();
        CompletableFuture<Lease> second = fair(awake).acquireAsync(PATIENCE);
        awaitInLine(2);
        CompletableFuture<Lease> last = fair(process()).acquireAsync(PATIENCE);
        awaitInLine(3);

        sleeper.pause();
        held.release();
        Lease overtaking = Call.get(second);
        awaitInLine(1);
        sleeper.resume();
        awaitInLine(2);
        overtaking.release();

        long token = Long.parseLong(sleeper.hears("visited "));
        Lease afterwards = Call.get(last);
        assertThat(token).isBetween(overtaking.fencingToken(), afterwards.fencingToken());
        afterwards.release();
    }

    // ---- connections and data

    @ParameterizedTest
    @ValueSource(strings = {"pubsub", "normal"})
    void whenConnectionsAreKilledAgainAndAgainShouldServeInOrder(String type) throws Exception {
        work = Duration.ofMillis(60);
        Lease held = fair(process()).acquire(PATIENCE);
        List<CompletableFuture<Void>> waiting = queueInTurn(12, process(), process());

        held.releaseAsync();
        int kills = 0;
        for (; !waiting.get(11).isDone(); kills++) {
            rig.server().command("client", "kill", "type", type);
            Thread.sleep(50);
        }

        assertThat(kills).as("INVALID: kills").isGreaterThanOrEqualTo(5);
        assertInOrder(12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"flushall", "restart"})
    void whenTheServerForgetsThoseWhoWaitShouldServeThemAll(String how) throws Exception {
        LockProcess holding = rig.process(
                settings -> settings.leaseTime(Duration.ofSeconds(3)).fairWaiterTimeout(WAITER_TIMEOUT));
        Lease held = fair(holding).acquire(PATIENCE);
        List<CompletableFuture<Void>> waiting = queueInTurn(8, process(), process(), holding);

        if (how.equals("flushall")) {
            rig.server().command("flushall");
        } else {
            rig.server().kill();
            rig.server().restart();
        }

        for (CompletableFuture<Void> waiter : waiting) {
            Call.get(waiter);
        }
        assertThat(served).containsExactlyInAnyOrderElementsOf(names(8));
        await().atMost(Rig.SOON).until(() -> holding.losses().equals(List.of(held)));
    }

    /** Who wait are forgotten but not the lock: each process stands in line again, where it stood. */
    @Test
    void whenTheLineIsForgottenShouldServeInOrderAllTheSame() throws Exception {
        Lease held = fair(process()).acquire(PATIENCE);
        List<CompletableFuture<Void>> waiting = queueInTurn(9, process(), process(), process());
        List<String> line = line();

        rig.server().command("del", LINE, ALIVE);
        await().atMost(Rig.SOON).until(() -> line().equals(line));
        held.release();

        Call.get(waiting.get(8));
        assertInOrder(9);
    }

    /** Without wake-ups it looks by itself, and nobody may take the lock before it does. */
    @Test
    void whenTheFirstInLineHearsNothingShouldStillBeServedFirst() throws Exception {
        LockProcess deaf = deafProcess();
        LockProcess hasty = rig.process();
        Lease held = fair(rig.process()).acquire(PATIENCE);
        CompletableFuture<Void> first = queue(deaf, "deaf");
        double alive = aliveUntil();
        await().pollInterval(Duration.ofMillis(1)).atMost(Rig.SOON).until(() -> aliveUntil() > alive);

        held.release();

        for (; !first.isDone(); Thread.sleep(3)) {
            if (fair(hasty).tryLock()) {
                assertThat(served).containsExactly("deaf");
                fair(hasty).unlock();
            }
        }
        assertThat(served).containsExactly("deaf");
    }

    /** A process that may not subscribe, with the usual time-outs. */
    private LockProcess deafProcess() {
        rig.server().command("acl", "setuser", "deaf", "on", ">secret", "~*", "+@all", "resetchannels");
        RedisStandaloneConfiguration redis = new RedisStandaloneConfiguration(
                rig.server().host(), rig.server().port());
        redis.setUsername("deaf");
        redis.setPassword("secret");
        return rig.process(redis, settings -> {});
    }

    // ---- a run of one process

    @Test
    void whenOneOfARunLeavesShouldNotTakeTheLockFromTheOneInside() throws Exception {
        LockProcess one = process();
        Lease held = fair(process()).acquire(PATIENCE);
        List<CompletableFuture<Lease>> run = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            run.add(fair(one).acquireAsync(PATIENCE));
            awaitInLine(i + 1);
        }
        held.release();
        Lease inside = Call.get(run.get(0));
        Object owner = rig.server().command("hgetall", LOCK);

        run.get(1).cancel(true);

        await().during(Duration.ofMillis(500))
                .atMost(Rig.SOON)
                .until(() -> rig.server().command("hgetall", LOCK).equals(owner));
        assertThat(inside.isValid()).isTrue();
        assertThat(run.get(2)).isNotDone();
        inside.release();
        Call.get(run.get(2)).release();
        assertThat(one.losses()).isEmpty();
    }

    @Test
    void whenProcessesCountInsideTheLockShouldLoseNoCount(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("counter");
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            workers.add(rig.own(Worker.start(rig.server(), LEASE)));
        }
        for (Worker worker : workers) {
            worker.awaitReady();
        }

        workers.forEach(worker -> worker.tell("loop fair:order 8 150 0 " + file));

        for (Worker worker : workers) {
            assertThat(worker.hears("looped ")).isEqualTo("1200");
        }
        assertThat(SharedCounter.open(file).value()).isEqualTo(3_600);
    }

    // ---- the players

    private LockProcess process() {
        return rig.process(settings -> settings.leaseTime(LEASE).fairWaiterTimeout(WAITER_TIMEOUT));
    }

    private Worker worker() throws InterruptedException {
        return rig.worker(LEASE, WAITER_TIMEOUT);
    }

    private static NamedLock fair(LockProcess process) {
        return process.locks().fair("order");
    }

    /** Puts somebody in line who is served once and remembered. */
    private CompletableFuture<Void> queue(LockProcess process, String name) {
        long before = inLine();
        CompletableFuture<Void> visit = fair(process).acquireAsync(PATIENCE).thenAccept(lease -> serve(name, lease));
        awaitInLine(before + 1);
        return visit;
    }

    /** Puts so many in line, each in its own place. */
    private void queue(Worker worker, int times) throws InterruptedException {
        for (int i = 1; i <= times; i++) {
            worker.tell("visit fair:order");
            worker.hears("asking");
            awaitInLine(i);
        }
    }

    private List<CompletableFuture<Void>> queueInTurn(int count, LockProcess... processes) {
        return IntStream.range(0, count)
                .mapToObj(
                        i -> queue(processes[i % processes.length], names(count).get(i)))
                .toList();
    }

    private void serve(String name, Lease lease) {
        served.add(name);
        CompletableFuture.delayedExecutor(work.toMillis(), TimeUnit.MILLISECONDS)
                .execute(lease::releaseAsync);
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "waiter " + i).toList();
    }

    private void assertInOrder(int count) {
        assertThat(served).isEqualTo(names(count));
    }

    private static Duration timeUntil(CompletableFuture<Void> visit) throws Exception {
        long start = System.nanoTime();
        Call.get(visit);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Waits until each process in line has shown that it lives for longer than a dead one would be waited for. */
    private void outliveTheTimeOut() {
        double enough = aliveUntil() + WAITER_TIMEOUT.toMillis();
        await().atMost(Rig.SOON).until(() -> aliveUntil() > enough);
    }

    /** Until when the first of the processes in line counts as alive. */
    private double aliveUntil() {
        List<?> processes = (List<?>) rig.server().command("zrange", ALIVE, "0", "0", "withscores");
        return processes.isEmpty() ? 0 : Double.parseDouble((String) processes.get(1));
    }

    // ---- ways to leave; each begins to wait now, and returns what ends the waiting

    private interface Wait {

        Object begin() throws InterruptedException;
    }

    private static Runnable waiting(Wait wait) {
        Thread thread = start(wait);
        return () -> join(thread);
    }

    private static Runnable interrupted(Wait wait) {
        Thread thread = start(wait);
        return () -> {
            thread.interrupt();
            join(thread);
        };
    }

    private static Runnable cancelled(CompletableFuture<Lease> acquisition) {
        return () -> acquisition.cancel(true);
    }

    private static Thread start(Wait wait) {
        Thread thread = new Thread(() -> {
            try {
                wait.begin();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void join(Thread thread) {
        await().atMost(Rig.SOON).until(() -> !thread.isAlive());
    }

    // ---- what the server knows

    private long inLine() {
        return (Long) rig.server().command("zcard", LINE);
    }

    private void awaitInLine(long places) {
        await().pollInterval(Duration.ofMillis(5)).atMost(Rig.SOON).until(() -> inLine() == places);
    }

    private List<String> line() {
        return ((List<?>) rig.server().command("zrange", LINE, "0", "-1"))
                .stream().map(String::valueOf).toList();
    }
}
