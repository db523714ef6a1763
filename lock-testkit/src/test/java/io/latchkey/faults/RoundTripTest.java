package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.testkit.Command;
import io.latchkey.testkit.Direction;
import io.latchkey.testkit.FaultProxy;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/**
 * That several locks cost one round trip to take and one to give back. Answers are held back until every request has come:
 * if one waited for the answer to another, that would never be.
 */
@Timeout(90)
@Tag("faults")
class RoundTripTest {

    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final Pattern TOGETHER = Pattern.compile("([ar].)+");
    private static final Predicate<Command> SCRIPTS = Command.named("evalsha", "eval");

    @RegisterExtension
    private final Rig rig = new Rig();

    private final RedisServer elsewhere = rig.anotherServer();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private FaultProxy proxy;
    private LockProcess process;
    private Locks locks;

    /** What a multi-lock is made of, a letter for the kind of each, and in how many requests. */
    enum Mix {
        REENTRANT("eeeee", 1),
        FAIR("fffff", 5),
        READ("rrrrr", 5),
        WRITE("wwwww", 5),
        ALL("efrwe", 4);

        private final String kinds;
        final int requests;

        Mix(String kinds, int requests) {
            this.kinds = kinds;
            this.requests = requests;
        }

        NamedLock of(Locks locks) {
            NamedLock[] members = new NamedLock[kinds.length()];
            Arrays.setAll(members, i -> lock(locks, kinds.charAt(i), "lock-" + i));
            return locks.multi(members);
        }
    }

    private static NamedLock lock(Locks locks, char kind, String name) {
        return switch (kind) {
            case 'e' -> locks.reentrant(name);
            case 'f' -> locks.fair(name);
            case 'r' -> locks.readWrite(name).readLock();
            default -> locks.readWrite(name).writeLock();
        };
    }

    @BeforeEach
    void open() throws Exception {
        proxy = rig.proxy();
        process = rig.process(proxy, settings -> settings.commandTimeout(WAIT));
        locks = process.locks();
        Mix.ALL.of(locks).acquire(WAIT).release();
    }

    @AfterEach
    void close() {
        thread.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void whenAThreadEntersAndLeavesShouldTakeOneRoundTripEach(Mix mix) throws Exception {
        NamedLock multi = mix.of(locks);

        inOneRoundTrip(mix.requests, () -> multi.tryLock(WAIT));
        assertThat(process.acquisitions()).isEqualTo(10);
        inOneRoundTrip(mix.requests, () -> {
            multi.unlock();
            return true;
        });

        assertThat(process.releases()).isEqualTo(10);
        rig.assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void whenAHandleIsTakenAndReleasedShouldTakeOneRoundTripEach(Mix mix) throws Exception {
        NamedLock multi = mix.of(locks);

        Lease lease = inOneRoundTrip(mix.requests, () -> multi.acquire(WAIT, WAIT));
        inOneRoundTrip(mix.requests, () -> {
            lease.release();
            return true;
        });

        rig.assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void whenAFutureIsTakenAndReleasedShouldTakeOneRoundTripEach(Mix mix) throws Exception {
        NamedLock multi = mix.of(locks);

        Lease lease =
                inOneRoundTrip(mix.requests, () -> multi.acquireAsync(WAIT).get());
        inOneRoundTrip(mix.requests, () -> lease.releaseAsync().get());

        assertThat(process.acquisitions()).isEqualTo(10);
        assertThat(process.releases()).isEqualTo(10);
        rig.assertNothingLeft();
    }

    @ParameterizedTest
    @EnumSource
    void whenReplicasConfirmShouldTakeOneRoundTripEach(Mix mix) throws Exception {
        rig.own(RedisServer.start(
                "--replicaof", rig.server().host(), String.valueOf(rig.server().port())));
        Locks confirmed = rig.process(proxy, settings -> settings.commandTimeout(WAIT)
                        .leaseTime(WAIT)
                        .replicas(1, WAIT.dividedBy(3)))
                .locks();
        NamedLock multi = mix.of(confirmed);
        multi.acquire(WAIT).release();

        Lease lease = inOneRoundTrip(mix.requests, () -> multi.acquire(WAIT));
        inOneRoundTrip(mix.requests, () -> {
            lease.release();
            return true;
        });

        rig.assertNothingLeft();
    }

    @Test
    void whenItHasBothSidesOfAReadWriteLockShouldTakeOneRoundTripEach() throws Exception {
        NamedLock multi = locks.multi(
                locks.readWrite("catalogue").readLock(),
                locks.readWrite("catalogue").writeLock(),
                locks.reentrant("stock"));

        Lease lease = inOneRoundTrip(2, () -> multi.acquire(WAIT));
        inOneRoundTrip(2, () -> {
            lease.release();
            return true;
        });
    }

    @Test
    void whenTheLocksAreOnTwoServersShouldAskBothAtOnce() throws Exception {
        FaultProxy other = rig.own(FaultProxy.to(elsewhere));
        Locks there = rig.process(
                        new RedisStandaloneConfiguration(other.host(), other.port()),
                        settings -> settings.commandTimeout(WAIT))
                .locks();
        NamedLock multi = locks.multi(
                locks.reentrant("order"), there.reentrant("order"), there.fair("stock"), locks.reentrant("stock"));
        multi.acquire(WAIT).release();

        for (Function<NamedLock, Lease> taking : List.<Function<NamedLock, Lease>>of(
                lock -> lock.tryAcquire().orElseThrow(),
                lock -> lock.acquireAsync(WAIT).join())) {
            hold(proxy, other);
            Future<Lease> acquiring = thread.submit(() -> taking.apply(multi));
            letPass(proxy, 1, other, 2);
            Lease lease = acquiring.get(20, TimeUnit.SECONDS);
            hold(proxy, other);
            Future<?> releasing = thread.submit(lease::release);
            letPass(proxy, 1, other, 2);
            releasing.get(20, TimeUnit.SECONDS);
        }
        assertThat(elsewhere.keys("latchkey:{order}")).isEmpty();
    }

    @Test
    void whenTheThreadHasOneAlreadyShouldAskForTheOthersAtOnce() throws Exception {
        NamedLock write = locks.readWrite("catalogue").writeLock();
        NamedLock multi = locks.multi(
                write, locks.readWrite("catalogue").readLock(), locks.fair("order"), locks.reentrant("stock"));
        thread.submit(() -> write.lock()).get(20, TimeUnit.SECONDS);

        inOneRoundTrip(2, multi::tryLock);
        inOneRoundTrip(2, () -> {
            assertThat(write.getHoldCount()).isEqualTo(2);
            multi.unlock();
            return true;
        });

        thread.submit(write::unlock).get(20, TimeUnit.SECONDS);
    }

    @Test
    void whenOthersHereReadShouldStillAskAtOnce() throws Exception {
        NamedLock multi = Mix.ALL.of(locks);
        Lease reading = locks.readWrite("lock-2").readLock().acquire(WAIT);

        Lease lease = inOneRoundTrip(4, () -> multi.acquire(WAIT));
        lease.release();

        reading.release();
    }

    @Test
    void whenCancelledWithAnswersUnderWayShouldLeaveNothing() throws Exception {
        hold(proxy);
        CompletableFuture<Lease> future = Mix.ALL.of(locks).acquireAsync(WAIT);
        await().atMost(Rig.SOON).until(() -> requestsSeen(proxy) == 4);

        assertThat(future.cancel(false)).isTrue();
        proxy.heal();

        rig.assertNothingLeft();
        assertThat(process.acquisitions()).as("of the first").isEqualTo(5);
    }

    @Test
    void whenRedisIsSilentForAWhileShouldWaitThroughIt() throws Exception {
        FaultProxy silent = rig.proxy();
        Locks patient = rig.process(silent, settings -> settings.commandTimeout(Duration.ofMillis(500)))
                .locks();
        NamedLock multi = Mix.ALL.of(patient);
        multi.acquire(WAIT).release();
        int requestsBefore = requestsSeen(silent);
        silent.blackHole(Direction.TO_CLIENT);

        Future<Lease> handle = thread.submit(() -> multi.acquire(WAIT));
        CompletableFuture<Lease> future =
                patient.multi(patient.fair("x"), patient.reentrant("y")).acquireAsync(WAIT);
        await("requests repeated after their time-outs")
                .atMost(Rig.SOON)
                .until(() -> requestsSeen(silent) > requestsBefore + 30);
        assertThat(handle).isNotDone();
        silent.heal();

        handle.get(20, TimeUnit.SECONDS).release();
        future.get(20, TimeUnit.SECONDS).release();
    }

    @Test
    void whenNoReleaseIsConfirmedShouldWaitForAllOfThemAsLongAsForOne() throws Exception {
        FaultProxy silent = rig.proxy();
        Locks here = rig.process(silent, settings -> settings.commandTimeout(Duration.ofSeconds(2)))
                .locks();
        Lease lease = Mix.FAIR.of(here).acquire(WAIT);
        silent.blackHole(Direction.TO_CLIENT);

        Call<Void> releasing = Call.make(() -> {
            lease.release();
            return null;
        });

        assertThat(releasing.failure())
                .isInstanceOf(LockBackendException.class)
                .hasMessageContaining("lock 'lock-4' was given up");
        assertThat(Stream.of(releasing.failure().getSuppressed()).map(Throwable::getMessage))
                .as("the last one first")
                .zipSatisfy(List.of("3", "2", "1", "0"), (message, name) -> assertThat(message)
                        .contains("'lock-" + name + "'"));
        assertThat(releasing.took()).as("five times two seconds").isLessThan(Duration.ofSeconds(7));
        silent.heal();
    }

    /** Has the thread do something whose requests all come before any answer is let through, and no more than those. */
    private <T> T inOneRoundTrip(int requests, Callable<T> work) throws Exception {
        hold(proxy);
        Future<T> done = thread.submit(work);
        await().atMost(Rig.SOON).until(() -> requestsSeen(proxy) == requests);
        assertThat(done).isNotDone();
        proxy.heal();
        T result = done.get(20, TimeUnit.SECONDS);
        assertThat(requestsSeen(proxy)).isEqualTo(requests);
        return result;
    }

    private static int requestsSeen(FaultProxy proxy) {
        return proxy.commandsSeen().stream()
                .filter(SCRIPTS)
                .mapToInt(RoundTripTest::requestsIn)
                .sum();
    }

    /** One command may carry several that were made at once: its first argument then has two characters for each. */
    private static int requestsIn(Command script) {
        String first = script.args().get(2 + Integer.parseInt(script.args().get(1)));
        return TOGETHER.matcher(first).matches() ? first.length() / 2 : 1;
    }

    private static void hold(FaultProxy... proxies) {
        for (FaultProxy each : proxies) {
            each.forgetCommands();
            each.blackHole(Direction.TO_CLIENT);
        }
    }

    private static void letPass(FaultProxy one, int requests, FaultProxy other, int otherRequests) {
        await().atMost(Rig.SOON).until(() -> requestsSeen(one) == requests && requestsSeen(other) == otherRequests);
        one.heal();
        other.heal();
    }
}
