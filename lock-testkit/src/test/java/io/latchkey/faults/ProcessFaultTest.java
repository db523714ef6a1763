package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes, which are also killed and frozen. */
@Timeout(120)
@Tag("faults")
class ProcessFaultTest {

    private static final Duration LEASE = Duration.ofSeconds(3);
    /** What a busy machine may add to anything. */
    private static final Duration BOUND = Duration.ofSeconds(8);

    @RegisterExtension
    private final Rig rig = new Rig();

    /** Without a lease time the watchdog renews. */
    @ParameterizedTest
    @ValueSource(longs = {0, 30_000})
    void whenProcessesCountInsideTheLockShouldLoseNoCount(long leaseMillis, @TempDir Path directory) throws Exception {
        Path file = directory.resolve("counter");
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            workers.add(rig.own(Worker.start(rig.server(), Duration.ofSeconds(30))));
        }
        for (Worker worker : workers) {
            worker.awaitReady();
        }

        workers.forEach(worker -> worker.tell("loop order 8 1000 " + leaseMillis + " " + file));

        for (Worker worker : workers) {
            assertThat(worker.hears("looped ")).isEqualTo("8000");
        }
        assertThat(SharedCounter.open(file).value()).isEqualTo(24_000);
    }

    @Tag("smoke")
    @ParameterizedTest
    @ValueSource(strings = {"lock order", "lock order 3000"})
    void whenHolderIsKilledShouldGrantNextWaiterAfterItsLease(String order) throws Exception {
        Worker holder = rig.worker(LEASE);
        LockProcess other = rig.process();
        long token = holder.lock(order);
        CompletableFuture<Call<Lease>> next =
                Call.start(() -> other.lock("order").acquire(Rig.SOON));
        rig.awaitInLine("order", 1);

        holder.kill();
        long killed = System.nanoTime();
        Duration left = Duration.ofMillis(rig.timeToLive("order"));
        Lease lease = Call.get(next).value();
        Duration waited = Duration.ofNanos(System.nanoTime() - killed);

        assertThat(left).isPositive();
        assertThat(waited).isBetween(left.minusMillis(20), left.plus(BOUND));
        assertThat(lease.fencingToken()).isGreaterThan(token);
        lease.release();
    }

    @Test
    void whenWaiterIsKilledShouldGrantTheOthers() throws Exception {
        LockProcess process = rig.process();
        Lease lease = process.lock("order").acquire(Rig.SOON);
        Worker first = rig.worker(LEASE);
        Worker second = rig.worker(LEASE);
        first.tell("lock order");
        rig.awaitInLine("order", 1);
        second.tell("lock order");
        rig.awaitInLine("order", 2);

        first.kill();
        lease.release();

        assertThat(Long.parseLong(second.hears("locked "))).isGreaterThan(lease.fencingToken());
        second.tell("unlock order");
        second.hears("unlocked");
    }

    @Test
    void whenHolderIsFrozenPastItsLeaseShouldHearOfTheLossAndLeaveTheNextHolderAlone() throws Exception {
        Worker holder = rig.worker(LEASE);
        LockProcess other = rig.process();
        FencedRegister register = new FencedRegister();
        long lateToken = holder.lock("lock order");
        register.write(lateToken, "before the pause");

        holder.pause();
        Lease next = other.lock("order").acquire(Rig.SOON);
        register.write(next.fencingToken(), "while it slept");
        holder.tell("check order");
        holder.tell("unlock order");
        holder.resume();

        assertThat(holder.hears("valid ")).isEqualTo("false");
        assertThat(holder.hears("failed ")).startsWith("LeaseLostException").contains("'order'");
        assertThat(holder.hears("lost ")).isEqualTo(Long.toString(lateToken));
        assertThat(next.fencingToken()).isGreaterThan(lateToken);
        assertThat(register.write(lateToken, "too late")).isFalse();
        assertThat(register.value()).isEqualTo("while it slept");
        assertThat(next.isValid()).isTrue();
        assertThat(rig.heldAtServer("order")).element(1).isEqualTo(Long.toString(next.fencingToken()));
        next.release();
        assertThat(other.losses()).isEmpty();
        assertThat(holder.lock("lock order")).isGreaterThan(next.fencingToken());
        holder.tell("unlock order");
        holder.hears("unlocked");
    }

    @Test
    void whenHolderWithFixedLeaseIsFrozenPastItShouldNotUnlockTheNext() throws Exception {
        Worker holder = rig.worker(LEASE);
        LockProcess other = rig.process();
        holder.lock("lock order 1000");

        holder.pause();
        Lease next = other.lock("order").acquire(Rig.SOON);
        holder.tell("unlock order");
        holder.resume();

        assertThat(holder.hears("failed ")).startsWith("LeaseLostException");
        holder.hears("lost ");
        assertThat(rig.heldAtServer("order")).element(1).isEqualTo(Long.toString(next.fencingToken()));
        next.release();
        assertThat(other.losses()).isEmpty();
    }

    @Test
    void whenHolderIsFrozenForLessThanItsLeaseShouldKeepIt() throws Exception {
        Worker holder = rig.worker(Duration.ofSeconds(6));
        long token = holder.lock("lock order");

        holder.pause();
        await("a renewal is late").atMost(Rig.SOON).until(() -> rig.timeToLive("order") < 3_800);
        holder.resume();
        holder.tell("check order");

        assertThat(holder.hears("valid ")).isEqualTo("true");
        assertThat(rig.heldAtServer("order")).element(1).isEqualTo(Long.toString(token));
        holder.tell("unlock order");
        holder.hears("unlocked");
        assertThat(holder.hasSaid("lost")).isFalse();
    }

    /** A store as fencing tokens are made for. */
    private static final class FencedRegister {

        private long highest;
        private String value = "";

        boolean write(long token, String newValue) {
            if (token < highest) {
                return false;
            }
            highest = token;
            value = newValue;
            return true;
        }

        String value() {
            return value;
        }
    }
}
