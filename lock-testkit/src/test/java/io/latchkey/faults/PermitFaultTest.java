package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedSemaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Permits whose holders die, and permits that become fewer and more while all of them are in use. */
@Timeout(120)
@Tag("faults")
class PermitFaultTest {

    private static final Duration LEASE = Duration.ofSeconds(3);
    /** What a busy machine may add to anything. */
    private static final Duration BOUND = Duration.ofSeconds(8);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PERMITS = Rig.lockKey("pool") + ":permits";

    @RegisterExtension
    private final Rig rig = new Rig();

    @Test
    void whenHoldersAreKilledTheirPermitsShouldComeBackAndNoOthers() throws Exception {
        LockProcess living = rig.process();
        Lease kept = pool(living, 3).acquire(PATIENCE);
        Worker dying = rig.worker(LEASE);
        long token = 0;
        for (int i = 0; i < 2; i++) {
            dying.tell("permit pool 3");
            token = Long.parseLong(dying.hears("permitted "));
        }
        assertThat(pool(living, 3).availablePermits()).isZero();
        CompletableFuture<Lease> waiting = pool(rig.process(), 3).acquireAsync(PATIENCE);

        dying.kill();
        long killed = System.nanoTime();

        Lease next = Call.get(waiting);
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(LEASE.plus(BOUND));
        assertThat(next.fencingToken()).isGreaterThan(token);
        await().atMost(Rig.SOON).until(() -> pool(living, 3).availablePermits() == 1);
        assertThat(kept.isValid()).isTrue();
        next.release();
        kept.release();
        assertThat(pool(living, 3).availablePermits()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"killed", "frozen"})
    void whenTheFirstInLineIsGoneShouldServeTheNext(String how) throws Exception {
        Lease held = pool(rig.process(), 1).acquire(PATIENCE);
        Worker first = rig.worker(LEASE);
        first.tell("permit pool 1");
        awaitInLine(1);
        CompletableFuture<Lease> next = pool(rig.process(), 1).acquireAsync(PATIENCE);
        awaitInLine(2);

        if (how.equals("killed")) {
            first.kill();
        } else {
            first.pause();
        }
        held.release();
        long released = System.nanoTime();

        Lease served = Call.get(next);
        assertThat(Duration.ofNanos(System.nanoTime() - released)).isLessThan(BOUND);
        if (how.equals("frozen")) {
            first.resume();
            await().atMost(Rig.SOON).until(() -> inLine() == 1);
            assertThat(first.hasSaid("permitted")).isFalse();
        }
        served.release();
        if (how.equals("frozen")) {
            assertThat(Long.parseLong(first.hears("permitted "))).isGreaterThan(served.fencingToken());
        }
    }

    /** Holders keep what they have when permits become fewer; nobody new comes in above the number that then holds. */
    @Test
    void whenPermitsBecomeFewerAndMoreInUseShouldNeverBeAboveTheirNumberNorBelowNone() throws Exception {
        LockProcess one = rig.process();
        LockProcess other = rig.process();
        AtomicBoolean stop = new AtomicBoolean();
        List<CompletableFuture<Call<Long>>> users = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            NamedSemaphore pool = pool(i % 2 == 0 ? one : other, 4);
            users.add(Call.start(() -> use(pool, stop)));
        }

        NamedSemaphore pool = pool(rig.process(), 4);
        Random random = new Random(7);
        for (int round = 0; round < 12; round++) {
            int permits = 1 + random.nextInt(5);
            pool.resize(permits);
            // Who holds a permit from before gives it back within milliseconds.
            await().atMost(Rig.SOON).until(() -> held() <= permits);
            for (int look = 0; look < 20; look++) {
                assertThat(held())
                        .as("permits in use after resize to " + permits)
                        .isLessThanOrEqualTo(permits);
                assertThat(pool.availablePermits()).isBetween(0, permits);
            }
        }
        stop.set(true);

        long uses = 0;
        for (CompletableFuture<Call<Long>> user : users) {
            Call<Long> call = Call.get(user);
            assertThat(call.failure()).isNull();
            uses += call.value();
        }
        assertThat(uses).as("INVALID: too few uses").isGreaterThan(100);
        pool.resize(4);
        await().atMost(Rig.SOON).until(() -> pool.availablePermits() == 4);
        rig.server().command("del", PERMITS + ":limit");
    }

    @Test
    void whenPermitsAreGivenBackTwiceDuringConnectionLossShouldCountOnce() throws Exception {
        LockProcess process = rig.process();
        Lease kept = pool(process, 2).acquire(PATIENCE);

        for (int i = 0; i < 20; i++) {
            Lease lease = pool(process, 2).acquire(PATIENCE);
            rig.server().command("client", "kill", "type", "normal");
            CompletableFuture<Void> released = lease.releaseAsync();
            CompletableFuture<Void> again = lease.releaseAsync();
            Call.get(CompletableFuture.allOf(released, again));
            assertThat(held()).isEqualTo(1);
        }

        kept.release();
        assertThat(pool(process, 2).availablePermits()).isEqualTo(2);
        assertThat(process.losses()).isEmpty();
    }

    private static long use(NamedSemaphore pool, AtomicBoolean stop) throws InterruptedException {
        long uses = 0;
        for (; !stop.get(); uses++) {
            try (Lease unused = pool.acquire(PATIENCE)) {
                Thread.sleep(1);
            }
        }
        return uses;
    }

    private static NamedSemaphore pool(LockProcess process, int permits) {
        return process.locks().semaphore("pool", permits);
    }

    private void awaitInLine(long places) {
        await().pollInterval(Duration.ofMillis(5)).atMost(Rig.SOON).until(() -> inLine() == places);
    }

    private long inLine() {
        return (Long) rig.server().command("zcard", PERMITS + ":line");
    }

    private long held() {
        return (Long) rig.server().command("zcard", PERMITS);
    }
}
